"""Fields of forms in other languages, before their colon or bar: 'Evolución:', 'Desenlace |'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.letters import fold
from spacy_deid.detect.words.reading import Reading

_FIELDS = frozenset(
    word.replace("_", " ")
    for word in (
        # Spanish, Catalan
        "nombre apellido apellidos nombre_y_apellidos paciente sexo edad fecha_de_nacimiento "
        "peso talla notificador notificante gravedad evolucion desenlace diagnostico "
        "tratamiento medicamento medicamento_sospechoso farmaco dosis via "
        "via_de_administracion indicacion motivo lote fabricante reaccion reaccion_adversa "
        "descripcion antecedentes alergias medico medico_tratante farmaceutico direccion "
        "domicilio telefono correo observaciones comentario comentarios causa_de_muerte "
        "conclusion fecha fecha_de_inicio fecha_de_fin inicio fin pais profesion ocupacion "
        "seguro vacuna contenido asunto remitente enviado_desde congregacion centro servicio "
        "expediente resultado seguimiento gravetat evolucio nom cognoms adreca "
        # Portuguese
        "nome sobrenome doente utente idade data_de_nascimento altura gravidade evolucao "
        "desfecho tratamento dose medicamento_suspeito indicacao reacao reacao_adversa "
        "descricao historico morada endereco telefone observacoes causa_da_morte conclusao "
        "data fim profissao vacina assunto remetente queixa_principal exame_fisico "
        # French
        "prenom nom_et_prenom sexe age date_de_naissance poids taille declarant notificateur "
        "gravite evolution issue diagnostic traitement medicament medicament_suspect "
        "posologie voie indication numero_de_lot fabricant effet effet_indesirable "
        "description antecedents allergies medecin medecin_traitant pharmacien adresse "
        "telephone courriel remarque remarques commentaire cause_du_deces date debut pays "
        "vaccin objet expediteur destinataire compte_rendu conduite suivi motif "
        # German, Dutch
        "vorname nachname patient patientin geschlecht geburtsdatum gewicht schwere verlauf "
        "ausgang diagnose behandlung therapie arzneimittel dosierung applikation indikation "
        "charge hersteller nebenwirkung beschreibung anamnese vorerkrankungen allergien "
        "hausarzt apotheker anschrift telefon bemerkung bemerkungen kommentar todesursache "
        "beurteilung datum beginn beruf impfstoff impfung betreff absender empfanger befund "
        "verdacht naam voornaam achternaam geslacht leeftijd geboortedatum lengte beloop "
        "afloop behandeling geneesmiddel dosering toediening indicatie partij fabrikant "
        "bijwerking beschrijving voorgeschiedenis huisarts adres telefoon opmerking "
        "opmerkingen doodsoorzaak conclusie einde beroep betreft aan "
        # Italian, Romanian
        "cognome nome_e_cognome paziente sesso eta data_di_nascita altezza segnalatore "
        "gravita decorso esito diagnosi terapia trattamento farmaco_sospetto posologia "
        "via_di_somministrazione indicazione produttore reazione reazione_avversa descrizione "
        "anamnesi allergie farmacista indirizzo osservazioni commento causa_del_decesso "
        "conclusione data_di_inizio professione vaccino oggetto mittente destinatario nume "
        "prenume pacient varsta data_nasterii greutate raportor gravitate evolutie tratament "
        "doza lot producator reactie descriere antecedente alergii medic farmacist adresa "
        "observatii comentariu concluzie profesie "
        # Polish, Czech, Slovak
        "imie nazwisko imie_i_nazwisko plec wiek data_urodzenia waga wzrost zglaszajacy "
        "ciezkosc przebieg wynik rozpoznanie leczenie dawka droga wskazanie seria wytworca "
        "reakcja opis wywiad alergie lekarz farmaceuta uwagi komentarz przyczyna_zgonu "
        "wniosek poczatek koniec kraj zawod szczepionka dotyczy nadawca jmeno prijmeni "
        "pohlavi vek datum_narozeni hmotnost vyska hlasitel zavaznost prubeh vysledek "
        "vysledok diagnoza lecba liecba liek davka indikace indikacia sarze vyrobce vyrobca "
        "reakce reakcia popis anamneza lekar lekarnik poznamka poznamky zaver zacatek konec "
        "zeme povolani povolanie vakcina predmet odesilatel priezvisko pohlavie priebeh "
        # Hungarian, Croatian, Slovene, Serbian
        "neme eletkor szuletesi_datum testsuly bejelento sulyossag lefolyas kimenetel korisme "
        "kezeles gyogyszer adag javallat gyarto mellekhatas leiras elozmeny allergia orvos "
        "gyogyszeresz cim megjegyzes halalok kezdete vege orszag foglalkozas oltas targy "
        "felado ime prezime ime_i_prezime spol datum_rodenja tezina prijavitelj "
        "tezina_reakcije tijek ishod dijagnoza lijecenje lijek serija proizvodac nuspojava "
        "lijecnik ljekarnik napomena zakljucak zanimanje cjepivo priimek starost izid "
        "zdravljenje zdravilo zdravnik opomba "
        # Nordic, Finnish, Baltic
        "navn fornavn etternavn efternavn namn fornamn efternamn kjonn fodselsdato "
        "fodelsedatum vekt vikt hoyde langd anmelder rapportor alvorlighet forlop forlopp "
        "utfall udfald diagnos behandling legemiddel lakemedel laegemiddel administrering "
        "indikasjon produsent tillverkare bivirkning biverkning beskrivelse beskrivning "
        "sykehistorie anamnes allergier lege lakare laege apoteker adress merknad anmarkning "
        "bemaerkning dodsarsak konklusjon slutsats start slutt slut yrke vaksine arende emne "
        "avsender avsandare nimi etunimi sukunimi potilas sukupuoli syntymaaika pituus "
        "ilmoittaja vakavuus kulku lopputulos diagnoosi hoito laake annos kayttoaihe "
        "valmistaja haittavaikutus kuvaus laakari osoite puhelin huomautus kuolinsyy ammatti "
        "rokote aihe lahettaja vardas pavarde amzius lytis diagnoze gydymas vaistas doze "
        "baigtis pastaba gydytojas vards uzvards vecums dzimums arstesana zales iznakums "
        "piezimes arsts perenimi eesnimi vanus sugu ravim tulemus arst "
        # Turkish, Indonesian, Malay, Tagalog
        "ad soyad soyadi cinsiyet yas dogum_tarihi kilo boy bildiren ciddiyet seyir sonuc "
        "tedavi ilac doz endikasyon parti_no uretici yan_etki aciklama oyku alerji hekim "
        "doktor eczaci aciklamalar olum_nedeni tarih baslangic bitis meslek konu gonderen "
        "nama_pasien pasien pesakit jenis_kelamin jantina umur usia tanggal_lahir "
        "tarikh_lahir berat_badan pelapor keparahan perjalanan hasil diagnosa pengobatan "
        "rawatan obat ubat indikasi nomor_batch pabrik reaksi efek_samping deskripsi riwayat "
        "alergi dokter alamat telepon catatan kesimpulan tanggal tarikh mulai negara "
        "pekerjaan vaksin perihal pengirim pangalan kasarian tirahan "
        # of addresses
        "woreda kebele taluk taluka tehsil mandal mukim kelurahan kecamatan amphoe upazila zila "
        "barangay gmina powiat okres eczane meslegi "
    ).split()
)
_HEAD = re.compile(
    r"(?:^|(?<=[|;\t])|(?<=\s\s))[ \t]{0,8}(?:\d{1,2}[.)]\s?|[-–•*]\s)?"
    r"(?P<head>[^\W\d_]{2,16}(?:[ /][^\W\d_]{1,16}){0,3})[ \t]{0,8}(?::|\|(?!\|))",
    re.MULTILINE,
)
_PARTS = re.compile(r"/")
_OF_EVENTS = frozenset(
    word.replace("_", " ")
    for word in (
        "nebenwirkung uaw reaccion reaccion_adversa reacao reacao_adversa effet effet_indesirable "
        "reakce reakcia reakcja reaksi reaksiyon objawy priznaky gejala bivirkning biverkning "
        "bijwerking mellekhatas nuspojava reazione reazione_avversa reactie haittavaikutus yan_etki"
    ).split()
)
_VALUE = re.compile(
    r"[ \t]?(?P<value>[^\W\d_]{3,24}(?:(?:[ ,/]|, )(?=[a-zà-öø-ÿ])[^\W\d_]{2,24}){0,3})"
    r"(?=[ \t]*(?:[.,;|\n]|\Z))"
)
"""What a field of reactions says: a word, others in small letters behind it."""


def find_foreign_fields(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such field's name.

    It opens a line or a cell and ends at a colon or a bar; of two around a slash ('Sexo/Edad')
    both have to be known.
    """
    text = reading.text
    if ":" not in text and "|" not in text:
        return
    for match in _HEAD.finditer(text):
        heads = _PARTS.split(fold(match["head"].lower()))
        heads = [head.strip() for head in heads]
        if all(head in _FIELDS or head in _OF_EVENTS for head in heads):
            yield match.span("head")
            value = _VALUE.match(text, match.end())
            if value and heads[0] in _OF_EVENTS:
                yield value.span("value")
