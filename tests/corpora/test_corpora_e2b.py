"""ICSR messages: free text with its element, what is known of the case, masked messages."""

from __future__ import annotations

import gzip
import re
import zipfile
from xml.etree import ElementTree

import pytest
from corpora_helpers import SHARED, codes, read_with_problems, shared

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import guess_format, open_masked_writer, read_records
from spacy_deid.errors import DeidError

R2 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ichicsr SYSTEM "http://127.0.0.1:9/icsr21xml.dtd">
<ichicsr lang="en"><ichicsrmessageheader><messagenumb>M-77</messagenumb>
<messagedateformat>204</messagedateformat><messagedate>20240115101500</messagedate>
</ichicsrmessageheader>
<safetyreport><safetyreportid>XX-1-881</safetyreportid><receivedate>20240110</receivedate>
<receivedateformat>102</receivedateformat><companynumb>XX-CO-4711</companynumb>
<primarysource><reportertitle>Dr</reportertitle><reportergivename>Gerda</reportergivename>
<reporterfamilyname>Musterfrau</reporterfamilyname><reporterorganization>Praxis am See
</reporterorganization><reporterstreet>Uferweg 3</reporterstreet><reportercity>Seestadt
</reportercity><reporterpostcode>88990</reporterpostcode><qualification>{qualification}
</qualification></primarysource>
<sender><senderorganization>CO</senderorganization><sendergivename>Willi</sendergivename>
<sendertel>5550100</sendertel></sender>
<patient><patientinitial>Q.Z.</patientinitial>
<patienthospitalrecordnumb>HR-99812</patienthospitalrecordnumb>
<patientbirthdateformat>102</patientbirthdateformat><patientbirthdate>19300506</patientbirthdate>
<patientonsetage>93</patientonsetage><patientonsetageunit>801</patientonsetageunit>
<medicalhistoryepisode/><patientmedicalhistorytext>Stroke &amp; more</patientmedicalhistorytext>
<resultstestsprocedures>INR 2.4 on 12Jan2024</resultstestsprocedures>
<reaction><primarysourcereaction>rash</primarysourcereaction>
<reactionstartdateformat>102</reactionstartdateformat>
<reactionstartdate>20240107</reactionstartdate></reaction>
<reaction><primarysourcereaction>fever</primarysourcereaction></reaction>
<drug><medicinalproduct>Placebol</medicinalproduct>
<drugdosagetext>5 mg daily</drugdosagetext></drug>
<summary><narrativeincludeclinical>Seen by Dr Musterfrau.\r
Next line.</narrativeincludeclinical><reportercomment>none</reportercomment>
<sendercomment>  </sendercomment></summary></patient></safetyreport>
<safetyreport><safetyreportid>XX-1-882</safetyreportid><summary><narrativeincludeclinical>
Outside of patient.</narrativeincludeclinical></summary></safetyreport>
</ichicsr>
"""
SECRETS = (
    "M-77 20240115 20240110 XX-1-881 XX-CO-4711 Gerda Musterfrau Praxis Uferweg Seestadt 88990 "
    "Willi 5550100 Q.Z. HR-99812 19300506 20240107 XX-1-882"
).split()


@pytest.fixture
def r2(tmp_path):
    path = tmp_path / "batch.xml"
    path.write_text(R2.format(qualification="1"), encoding="utf-8")
    return path


def test_the_first_files_of_a_folder_do_not_decide_alone(r2):
    (r2.parent / "a.xml").write_bytes(b"")
    (r2.parent / "b.xml").write_text("<other/>")
    assert guess_format(r2.parent) == "e2b-r2"


def test_r2_free_text_knows_its_element(r2):
    assert guess_format(r2) == "e2b-r2"
    found = list(read_records(r2, strict=True))
    assert [(item.id, item.text) for item in found] == [
        ("batch/1/B.1.7.2", "Stroke & more"),
        ("batch/1/B.3.2", "INR 2.4 on 12Jan2024"),
        ("batch/1/B.2.i.0", "rash"),
        ("batch/1/B.2.i.0(2)", "fever"),
        ("batch/1/B.4.k.6", "5 mg daily"),
        ("batch/1/B.5.1", "Seen by Dr Musterfrau.\nNext line."),
        ("batch/1/B.5.2", "none"),
        ("batch/2/B.5.1", "\nOutside of patient."),
    ]
    narrative = found[5]
    assert narrative.meta["case"] == "XX-CO-4711"
    assert narrative.meta["case_day"] == "2024-01-10"
    path = "safetyreport/patient[1]/summary[1]/narrativeincludeclinical[1]"
    assert narrative.meta["element_path"] == path
    assert found[-1].meta["case"] == "XX-1-882"


def test_reactions_in_few_words_are_terms(r2):
    found, _ = read_with_problems(r2)
    assert [item.text for item in found if item.meta.get("term")] == ["rash", "fever"]
    long = R2.format(qualification="1").replace(">rash<", f">{'rash and ' * 20}fever<")
    r2.write_text(long, encoding="utf-8")
    found, _ = read_with_problems(r2)
    assert [item.text for item in found if item.meta.get("term")] == ["fever"]


def test_r2_known_phi(r2):
    known = next(iter(read_records(r2))).known_phi
    assert dict(known) | {"IDNUM": ""} == {
        "IDNUM": "",
        "DOCTOR": "Musterfrau",
        "ORGANIZATION": "Praxis am See",
        "STREET": "Uferweg 3",
        "CITY": "Seestadt",
        "ZIP": "88990",
        "PATIENT": "Q.Z.",
        "MEDICALRECORD": "HR-99812",
        "DATE": "19300506",
        "AGE": "93",
    }
    assert ("IDNUM", "XX-CO-4711") in known and ("DOCTOR", "Gerda") in known
    assert not any(value in ("Dr", "Willi", "CO") for _, value in known)


def test_r2_a_reporter_who_is_a_consumer_is_a_private_person(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(R2.format(qualification="5"), encoding="utf-8")
    assert ("PATIENT", "Gerda") in next(iter(read_records(path))).known_phi


def write_masked(source, target, *, skip="", **options):
    with open_masked_writer(source, None, target, **options) as writer:
        for item in read_records(source):
            if not skip or not item.id.endswith(skip):
                writer.write(Record(item.id, "<masked> & co", meta=item.meta))


def test_r2_masked_message(r2, tmp_path):
    target = tmp_path / "out.xml"
    write_masked(r2, target, skip="B.5.2")
    raw = target.read_text(encoding="utf-8")
    assert not [secret for secret in SECRETS if secret in raw]
    assert "none" not in raw
    assert '<!DOCTYPE ichicsr SYSTEM "http://127.0.0.1:9/icsr21xml.dtd">' in raw
    root = ElementTree.fromstring(raw)
    assert [item.text for item in root.iter("narrativeincludeclinical")] == ["<masked> & co"] * 2
    assert root.findtext(".//reportercomment") == ""
    assert root.findtext(".//medicinalproduct") == "Placebol"
    assert root.findtext(".//patientinitial") == "PRIVACY"
    assert root.findtext(".//reactionstartdate") == "2024"
    assert root.findtext(".//reactionstartdateformat") == "602"
    assert root.findtext(".//patientbirthdate") == ""
    assert root.findtext(".//patientonsetage") == ""
    before = [item.tag for item in ElementTree.parse(r2).iter()]
    assert [item.tag for item in root.iter()] == before


def test_structured_fields_by_a_callers_mask(r2, tmp_path):
    asked = []

    def mask_field(label, value, case):
        asked.append((label, value.strip(), case))
        return f"<{label}>" if label in ("DATE", "PATIENT") else None

    write_masked(r2, tmp_path / "out.xml", mask_field=mask_field)
    root = ElementTree.parse(tmp_path / "out.xml").getroot()
    assert root.findtext(".//patientinitial") == "<PATIENT>"
    assert root.findtext(".//reactionstartdate") == "<DATE>"
    assert root.findtext(".//reactionstartdateformat") == "102"
    assert root.findtext(".//reportercity") == ""
    assert ("PATIENT", "Q.Z.", "XX-CO-4711") in asked


R3 = """<?xml version="1.0" encoding="UTF-8"?>
<!-- about Ms Beispiel -->
<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 ITSVersion="XML_1.0"><id extension="BATCH-1" root="1.3.22"/><creationTime value="20220614101010"/>
<PORR_IN049016UV><id extension="MSG-1" root="1.3.1"/><controlActProcess>
<effectiveTime value="20140714151617-0500"/><subject><investigationEvent>
<id extension="XX-CO-1" root="2.16.840.1.113883.3.989.2.1.3.1"/>
<id extension="XX-CO-2" root="2.16.840.1.113883.3.989.2.1.3.2"/>
<text>Narrative &#13;of Ms Beispiel</text>
<reference><document><title>Scan</title><text mediaType="text/plain" representation="B64">
<reference value="Beispiel.pdf"/>U2VjcmV0</text></document></reference>
<component><adverseEventAssessment><subject1><primaryRole><player1><name>Beispiel</name>
<birthTime value="19280615"/><deceasedTime value="20210203"/>
<asIdentifiedEntity><id extension="GP-1" root="1"/><code code="1"/></asIdentifiedEntity>
<role><associatedPerson><name>Mutter Beispiel</name></associatedPerson></role></player1>
<subjectOf2><observation><code code="3"/><value xsi:type="PQ" value="93" unit="a"/></observation>
</subjectOf2>
<subjectOf2><organizer><code code="1"/><component><observation><code code="18"/>
<value xsi:type="ED">History text</value></observation></component></organizer></subjectOf2>
<subjectOf2><observation><code code="29"/><effectiveTime xsi:type="IVL_TS">
<low value="20210107"/></effectiveTime><value xsi:type="CE" code="10000001">
<originalText>feeling odd</originalText></value>
<outboundRelationship2><observation><code code="30"/><value xsi:type="ED">odd</value></observation>
</outboundRelationship2></observation></subjectOf2>
<subjectOf2><organizer><code code="3"/><component><observation><code><originalText>INR
</originalText></code><effectiveTime value="20210108"/><value xsi:type="IVL_PQ">
<center value="250000" unit="1"/></value></observation></component></organizer></subjectOf2>
</primaryRole></subject1>
<component1><observationEvent><code code="10"/><value xsi:type="ED">Reporter says</value><author>
<assignedEntity><code code="3"/></assignedEntity></author></observationEvent></component1>
<component1><observationEvent><code code="10"/><value xsi:type="ED">Sender says</value><author>
<assignedEntity><code code="1"/></assignedEntity></author></observationEvent></component1>
</adverseEventAssessment></component>
<outboundRelationship><relatedInvestigation><subjectOf2><controlActEvent><author><assignedEntity>
<id extension="NPI-77"/><addr><additionalLocator>Hinterhaus</additionalLocator>
<streetAddressLine>Uferweg 3</streetAddressLine><city>Seestadt</city></addr>
<telecom value="tel:555010077"/><assignedPerson><name><prefix>Dr</prefix><given>Gerda</given>
<family>Musterfrau</family></name><asQualifiedEntity><code code="1"/></asQualifiedEntity>
</assignedPerson><representedOrganization><name>Ward</name><assignedEntity>
<representedOrganization><name>Klinik am See</name></representedOrganization></assignedEntity>
</representedOrganization></assignedEntity></author></controlActEvent></subjectOf2>
</relatedInvestigation></outboundRelationship>
</investigationEvent></subject></controlActProcess></PORR_IN049016UV></MCCI_IN200100UV01>
"""
R3_SECRETS = (
    "Beispiel BATCH-1 MSG-1 XX-CO-1 XX-CO-2 U2VjcmV0 19280615 20210203 20210107 20210108 20140714 "
    "20220614 GP-1 Mutter NPI-77 Hinterhaus Uferweg Seestadt 555010077 Gerda Musterfrau Klinik"
).split()


@pytest.fixture
def r3(tmp_path):
    path = tmp_path / "report.xml"
    path.write_text(R3, encoding="utf-8")
    return path


def test_r3_free_text_knows_its_element(r3):
    assert guess_format(r3) == "e2b-r3"
    found = list(read_records(r3, strict=True))
    assert [(item.meta["element"], item.text.strip()) for item in found] == [
        ("H.1", "Narrative \rof Ms Beispiel"),
        ("C.1.6.1.r.1", "Scan"),
        ("D.7.2", "History text"),
        ("E.i.1.1a", "feeling odd"),
        ("E.i.1.2", "odd"),
        ("F.r.2.1", "INR"),
        ("H.2", "Reporter says"),
        ("H.4", "Sender says"),
    ]
    assert {item.meta["case"] for item in found} == {"XX-CO-2"}
    assert set(found[0].known_phi) == {
        ("IDNUM", "MSG-1"),
        ("IDNUM", "XX-CO-1"),
        ("IDNUM", "XX-CO-2"),
        ("PATIENT", "Beispiel"),
        ("PATIENT", "Mutter Beispiel"),
        ("DATE", "19280615"),
        ("DATE", "20210203"),
        ("AGE", "93"),
        ("MEDICALRECORD", "GP-1"),
        ("STREET", "Hinterhaus"),
        ("STREET", "Uferweg 3"),
        ("CITY", "Seestadt"),
        ("PHONE", "555010077"),
        ("DOCTOR", "Gerda"),
        ("DOCTOR", "Musterfrau"),
        ("ORGANIZATION", "Klinik am See"),
    }


@pytest.mark.parametrize("whole", ["Ann van Bell", "[DOCTOR]", "Bell", None])
def test_r3_names_are_masked_as_a_whole_and_parted_again(whole, r3, tmp_path):
    asked = []

    def mask_field(label, value, case):
        asked.append(value)
        return whole if value == "Gerda Musterfrau" else f"<{value}>"

    write_masked(r3, tmp_path / "out.xml", mask_field=mask_field)
    root = ElementTree.fromstring((tmp_path / "out.xml").read_text(encoding="utf-8"))
    names = ["".join(root.find(f".//{{*}}{part}").itertext()) for part in ("given", "family")]
    assert "Gerda Musterfrau" in asked
    parted = whole is not None and " " in whole
    assert names == (["Ann", "van Bell"] if parted else ["<Gerda>", "<Musterfrau>"])


def test_r3_masked_message(r3, tmp_path):
    target = tmp_path / "out.xml"
    write_masked(r3, target, skip="H.2")
    raw = target.read_text(encoding="utf-8")
    assert not [secret for secret in R3_SECRETS if secret in raw]
    assert "Reporter says" not in raw
    space = {"h": "urn:hl7-org:v3"}
    root = ElementTree.fromstring(raw)
    assert root.find(".//h:player1/h:name", space).get("nullFlavor") == "MSK"
    assert root.find(".//h:birthTime", space).attrib == {"nullFlavor": "MSK"}
    assert root.find(".//h:low", space).get("value") == "2021"
    assert root.find(".//h:center", space).get("value") == "250000"
    assert root.find(".//h:investigationEvent/h:text", space).text == "<masked> & co"
    assert root.find(".//h:telecom", space).attrib == {"nullFlavor": "MSK"}
    assert 'xsi:type="CE" code="10000001"' in raw
    again = list(read_records(target))
    assert {item.text for item in again} == {"<masked> & co"}


def test_a_zip_of_messages_is_masked_into_a_directory(r2, r3, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.write(r3, "x/r3.xml")
        archive.writestr("bad.xml", R3[:-40])
    found, problems = read_with_problems(tmp_path / "a.zip", "e2b-r3")
    assert (len(found), codes(problems)) == (8, ["D108"])
    with open_masked_writer(tmp_path / "a.zip", "e2b-r3", tmp_path / "out") as writer:
        for item in found:
            writer.write(Record(item.id, "masked"))
    names = [
        path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.xml")
    ]
    assert names == ["x/r3.xml"]


def test_free_text_that_xml_cannot_hold(r3, tmp_path):
    with pytest.raises(DeidError, match="D116"):
        with open_masked_writer(r3, None, tmp_path / "out.xml") as writer:
            writer.write(Record("report/1/H.1", "\x00"))
    assert not (tmp_path / "out.xml").exists()


SAMPLES = sorted((SHARED / "e2b").glob("r?/*.xml"))


@pytest.mark.skipif(not SAMPLES, reason=f"{SHARED / 'e2b'} is not here")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_sample_messages(path, tmp_path):
    name = "e2b-" + path.parent.name
    assert guess_format(path) == name
    found = list(read_records(path, strict=True))
    elements = {item.meta["element"] for item in found}
    assert ("H.1" if name == "e2b-r3" else "B.5.1") in elements
    assert not elements & {"value", "originalText", "title"}
    write_masked(path, tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text(encoding="utf-8")
    long = {value for _, value in found[0].known_phi if len(value) > 3}
    assert not [value for value in long if value in raw]
    again = list(read_records(tmp_path / "out.xml", strict=True))
    products = sum(item.meta["element"] == "name" for item in found)
    assert [item.text for item in again] == ["<masked> & co"] * (len(found) - products)


@pytest.mark.parametrize("name", ["e2b-r2", "e2b-r3"])
def test_what_the_standard_does_not_have_is_read_as_text(tmp_path, name):
    person = "Maria Gonzalez"
    inside = {
        "e2b-r2": f"<patientname>{person}</patientname><extension><note>Call her son</note>"
        "</extension><drug><medicinalproduct>Humira pen</medicinalproduct></drug><drug>"
        f"<medicinalproduct>Compounded on Monday for {person} alone</medicinalproduct></drug>"
        "<reaction><reactionmeddrapt>Hepatic failure</reactionmeddrapt></reaction>",
        "e2b-r3": f"<comment>Call her son</comment><kindOfProduct><name>Humira pen</name>"
        f"</kindOfProduct><kindOfProduct><name>Compounded on Monday for {person} alone</name>"
        f"</kindOfProduct><statement>{person}</statement><performer><assignedPerson>"
        "<name>Amira Haddad</name></assignedPerson></performer>",
    }[name]
    release = {
        "e2b-r2": ("ichicsr", "safetyreport"),
        "e2b-r3": ("MCCI_IN200100UV01", "PORR_IN049016UV"),
    }
    message, report = release[name]
    path = tmp_path / "a.xml"
    path.write_text(f"<{message}><{report}>{inside}</{report}></{message}>")
    texts = sorted(item.text for item in read_records(path, strict=True))
    assert texts == ["Call her son", f"Compounded on Monday for {person} alone", person]
    write_masked(path, tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text(encoding="utf-8")
    assert person not in raw and "Humira pen" in raw and "Haddad" not in raw


def test_r2_remarks_beside_terms_are_text_and_terms_and_countries_stay(tmp_path):
    inside = (
        "<drug><drugcomment>Given by Nurse Abel</drugcomment>"
        "<drugbatchnumb>AB 12 CD</drugbatchnumb>"
        "<drugdosageform>film coated tablet</drugdosageform></drug>"
        "<test><testremark>See Dr Abel</testremark><testunit>mg per dl</testunit></test>"
        "<occurcountry>New Zealand</occurcountry>"
    )
    texts = [item.text for item in read_records(r2_report(tmp_path, inside), strict=True)]
    assert texts == ["Given by Nurse Abel", "See Dr Abel"]


def test_r3_ids_of_persons_and_devices_go_wherever_they_stand(tmp_path):
    going = (
        "<player1><id extension='INS-1' root='9'/></player1>"
        "<associatedPerson><id extension='INS-2' root='9'/></associatedPerson>"
        "<deviceInstance><id extension='SER-3' root='9'/></deviceInstance>"
    )
    staying = (
        "<subjectOf><approval><id extension='NDA012567' root='8'/></approval></subjectOf>"
        "<researchStudy><id extension='CT-00-00' root='8'/></researchStudy>"
        "<substanceAdministration><id extension='DRUG-1' root='8'/></substanceAdministration>"
    )
    asked = []

    def mask_field(label, value, case):
        asked.append((label, value))
        return f"{value[-1]}00"

    path = r3_report(tmp_path, going + staying, "r3")
    write_masked(path, tmp_path / "out.xml", mask_field=mask_field)
    assert asked == [("IDNUM", "INS-1"), ("IDNUM", "INS-2"), ("DEVICE", "SER-3")]
    write_masked(path, tmp_path / "bare.xml")
    for name in ("out.xml", "bare.xml"):
        raw = (tmp_path / name).read_text(encoding="utf-8")
        assert "INS-" not in raw and "SER-" not in raw
        assert all(kept in raw for kept in ("NDA012567", "CT-00-00", "DRUG-1"))


def test_a_placeholder_alone_is_read_again_as_text(tmp_path):
    path = tmp_path / "a.xml"
    inside = "<patientname>[PATIENT]</patientname><patientsex>2</patientsex>"
    path.write_text(f"<ichicsr><safetyreport>{inside}</safetyreport></ichicsr>")
    assert [item.text for item in read_records(path, strict=True)] == ["[PATIENT]"]


def test_every_free_text_of_the_largest_sample_is_read():
    path = shared("e2b/r3/FAERS2022Scenario6.xml")
    read = "\n".join(item.text for item in read_records(path))
    space = "{http://www.w3.org/2001/XMLSchema-instance}type"
    for element in ElementTree.parse(path).iter():
        name = element.tag.rpartition("}")[2]
        if name == "originalText" or element.get(space) in ("ED", "ST"):
            assert (element.text or "") in read


@pytest.fixture
def mixed(r2, r3, tmp_path):
    """A directory with both releases, a foreign file and messages without a report."""
    folder = tmp_path / "mix"
    folder.mkdir()
    for source in (r2, r3):
        source.rename(folder / source.name)
    for name, text in (
        ("extra.xml", "<notes><patient>John Smith</patient></notes>"),
        ("wrapped.xml", "<notes><safetyreport/><PORR_IN049016UV/>John Smith</notes>"),
        ("none2.xml", "<ichicsr><note>John Smith</note></ichicsr>"),
        ("none3.xml", "<MCCI_IN200100UV01><note>John Smith</note></MCCI_IN200100UV01>"),
    ):
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(("form", "own"), [("e2b-r2", "batch.xml"), ("e2b-r3", "report.xml")])
def test_what_is_no_message_of_the_release_is_never_written(mixed, form, own, tmp_path):
    found, problems = read_with_problems(mixed, form)
    assert codes(problems) == ["D122"] * 5
    with open_masked_writer(mixed, form, tmp_path / "out") as writer:
        for item in found:
            writer.write(Record(item.id, "masked"))
    assert [path.name for path in (tmp_path / "out").iterdir()] == [own]
    for path in mixed.iterdir():
        if path.name != own:
            with pytest.raises(DeidError, match="D122"):
                with open_masked_writer(path, form, tmp_path / "one.xml"):
                    pass
    assert not (tmp_path / "one.xml").exists()


def test_r2_values_with_elements_and_text_between_elements(tmp_path):
    source, target = tmp_path / "a.xml", tmp_path / "out.xml"
    source.write_text(
        "<ichicsr><safetyreport>SECRET1<companynumb>SECRET2<br/></companynumb>"
        "<patient><patientinitial><b>SECRET3</b></patientinitial>SECRET4"
        "<summary><narrativeincludeclinical>Mr <b>Smith <companynumb>SECRET5</companynumb></b> fell"
        "</narrativeincludeclinical></summary></patient></safetyreport>SECRET6</ichicsr>"
    )
    (record,) = read_records(source)
    assert record.text == "Mr Smith SECRET5 fell"
    assert ("PATIENT", "SECRET3") in record.known_phi
    write_masked(source, target)
    raw = target.read_text()
    assert "SECRET" not in raw and "Smith" not in raw and "&lt;masked&gt;" in raw


AGES = [
    ("94", "801", "a", True),
    ("94.5", "801", "a", True),
    ("89", "801", "a", False),
    ("1170", "802", "mo", True),
    ("1060", "802", "mo", False),
    ("4800", "803", "wk", True),
    ("34000", "804", "d", True),
    ("9", "804", "d", False),
    ("800000", "805", "h", True),
    ("10", "800", "10.a", True),
    ("4", "800", "10.a", False),
    ("95", "", "", True),
    ("95", "999", "x", True),
    ("aged 40 Smith", "801", "a", True),
    ("", "801", "a", False),
]


@pytest.mark.parametrize(("value", "code", "unit", "masked"), AGES)
def test_ages_above_89_are_masked_in_every_unit(value, code, unit, masked, tmp_path):
    from spacy_deid.mask.masker import Masker

    (tmp_path / "r2.xml").write_text(
        f"<ichicsr><safetyreport><patient><patientonsetage>{value}</patientonsetage>"
        f"<patientonsetageunit>{code}</patientonsetageunit></patient></safetyreport></ichicsr>"
    )
    (tmp_path / "r3.xml").write_text(
        "<MCCI_IN200100UV01><PORR_IN049016UV><observation><code code='3'/>"
        f"<value value='{value}' unit='{unit}'/></observation></PORR_IN049016UV>"
        "</MCCI_IN200100UV01>"
    )
    for mask_field in (None, Masker("masker").mask_field):
        found = []
        for name in ("r2", "r3"):
            target = tmp_path / f"{name}.out.xml"
            write_masked(tmp_path / f"{name}.xml", target, mask_field=mask_field)
            root = ElementTree.parse(target).getroot()
            place = root.find(".//patientonsetage" if name == "r2" else ".//value")
            found.append((place.get("value") if name == "r3" else place.text) or "")
        assert [item != value for item in found] == [masked] * 2
        assert not any("Smith" in item for item in found)


def r2_report(tmp_path, inside, name="a"):
    path = tmp_path / f"{name}.xml"
    path.write_text(f"<ichicsr><safetyreport>{inside}</safetyreport></ichicsr>")
    return path


def r3_report(tmp_path, inside, name="a"):
    path = tmp_path / f"{name}.xml"
    path.write_text(
        '<MCCI_IN200100UV01 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<PORR_IN049016UV>{inside}</PORR_IN049016UV></MCCI_IN200100UV01>"
    )
    return path


@pytest.mark.parametrize("who", ["sender", "receiver"])
@pytest.mark.parametrize(("kind", "kept"), [("2", True), ("3", False), ("", False)])
def test_r2_addresses_of_sender_and_receiver(who, kind, kept, tmp_path):
    parts = ("department", "title", "middlename", "streetaddress", "city", "state", "postcode")
    parts += ("tel", "telextension", "fax", "faxextension", "faxcountrycode", "emailaddress")
    inside = "".join(f"<{who}{part}>SECRET</{who}{part}>" for part in parts)
    inside = f"<{who}type>{kind}</{who}type><{who}organization>Praxis</{who}organization>{inside}"
    write_masked(r2_report(tmp_path, f"<{who}>{inside}</{who}>"), tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text()
    assert "SECRET" not in raw
    assert ("Praxis" in raw) == kept


@pytest.mark.parametrize(("kind", "kept"), [("2", True), ("3", False), ("", False)])
def test_r3_organisation_of_the_sender(kind, kept, tmp_path):
    inside = (
        f"<controlActEvent><author><assignedEntity><code code='{kind}'/><representedOrganization>"
        "<name>SECRET</name><assignedEntity><representedOrganization><name>Praxis</name>"
        "</representedOrganization></assignedEntity></representedOrganization></assignedEntity>"
        "</author></controlActEvent>"
    )
    write_masked(r3_report(tmp_path, inside), tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text()
    assert "SECRET" not in raw
    assert ("Praxis" in raw) == kept


def test_r2_results_and_terms_are_read_but_for_numbers_and_codes(tmp_path):
    values = {
        "testresult": ["140 (lab Dr Halloran)", "140", "&lt; 0.9", "1,250.5", "0049 511 7654321"],
        "patientdeathreport": ["10011906", "Sepsis"],
        "patientdetermineautopsy": ["10000891", "Emboli; seen by Dr Halloran"],
        "patientepisodename": ["10020772", "Asthma"],
        "drugassessmentsource": ["Dr Halloran"],
        "primarysourcereaction": ["10037844"],
        "drugindication": [" 10020772 "],
    }
    inside = "".join(f"<{k}>{value}</{k}>" for k, several in values.items() for value in several)
    path = r2_report(tmp_path, inside)
    found = {item.text: bool(item.meta.get("term")) for item in read_records(path)}
    assert found == {
        "140 (lab Dr Halloran)": False,
        "0049 511 7654321": False,
        "Sepsis": True,
        "Emboli; seen by Dr Halloran": False,
        "Asthma": True,
        "Dr Halloran": False,
    }
    write_masked(path, tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text()
    assert "Halloran" not in raw and "511" not in raw
    kept = ("10011906", "10000891", "10020772", "10037844", ">140<", "1,250.5")
    assert all(code in raw for code in kept)


def test_r3_causes_of_death_are_terms_and_packed_text_is_emptied(tmp_path):
    inside = (
        "<observation><code code='32'/><value><originalText>Sepsis</originalText></value>"
        "</observation><observation><code code='5'/><outboundRelationship2><observation>"
        "<value><originalText>Emboli</originalText></value></observation></outboundRelationship2>"
        "</observation><investigationEvent><text representation='B64' compression='DF'>U0VDUkVU"
        "</text></investigationEvent>"
    )
    path = r3_report(tmp_path, inside)
    found = [(item.meta["element"], item.meta.get("term")) for item in read_records(path)]
    assert found == [("D.9.2.r.2", True), ("D.9.4.r.2", True)]
    write_masked(path, tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text()
    assert "U0VDUkVU" not in raw and "compression" not in raw


def masker(policy):
    from spacy_deid.mask.masker import Masker

    made = Masker("masker", policy=policy)
    made.set_key(b"0123456789abcdef0123")
    return made


def births_of(tmp_path, birth, day, policy):
    """Give what becomes of birth dates of patient and parent, in both releases."""
    r2 = "".join(
        f"<{who}birthdateformat>102</{who}birthdateformat><{who}birthdate>{birth}</{who}birthdate>"
        for who in ("patient", "parent")
    )
    r3 = f"<player1><birthTime value='{birth}'/></player1>" * 2
    if day:
        r2 += f"<receiptdate>{day}</receiptdate>"
        r3 += f"<availabilityTime value='{day}'/>"
    found = []
    for path in (r2_report(tmp_path, r2, "r2"), r3_report(tmp_path, r3, "r3")):
        target = tmp_path / f"{path.stem}.out.xml"
        mask_field = masker(policy).mask_field if policy else None
        write_masked(path, target, mask_field=mask_field)
        root = ElementTree.parse(target).getroot()
        found += [item.text or "" for item in root.iter() if item.tag.endswith("birthdate")]
        found += [item.get("value", "") for item in root.iter("birthTime")]
    return found


@pytest.mark.parametrize("policy", ["vigibase", "hipaa-safe-harbor", "research-surrogate"])
def test_birth_dates_tell_no_age_above_89(policy, tmp_path):
    for birth in ("19280403", "192804", "1928"):
        assert births_of(tmp_path, birth, "20220119", policy) == [""] * 4
        assert births_of(tmp_path, birth, "2022", policy) == [""] * 4
        assert births_of(tmp_path, birth, "", policy) == [""] * 4
    assert "" not in births_of(tmp_path, "19670812", "20220119", policy)
    assert births_of(tmp_path, "19280403", "20220119", "limited-data-set") == ["19280403"] * 4


def test_a_birth_date_goes_where_ages_are_not_left_as_they_are(tmp_path):
    made = masker("vigibase")
    made.set_policy("vigibase", {"AGE": "shift"})
    path = r2_report(
        tmp_path,
        "<patientbirthdateformat>102</patientbirthdateformat>"
        "<patientbirthdate>19670812</patientbirthdate><receiptdate>20220119</receiptdate>",
        "r2",
    )
    write_masked(path, tmp_path / "out.xml", mask_field=made.mask_field)
    root = ElementTree.parse(tmp_path / "out.xml").getroot()
    assert not root.findtext(".//patientbirthdate") and root.findtext(".//receiptdate")


@pytest.mark.parametrize(
    "value", ["2021", "202106", "2021+0100", "202106-0500", "20210615-0500", "2021-06", "June"]
)
def test_r3_dates_of_every_precision_are_masked(value, tmp_path):
    times = (
        f"<effectiveTime><low value='{value}'/><high value='{value}'/></effectiveTime>",
        f"<effectiveTime xsi:type='SXPR_TS'><comp xsi:type='PIVL_TS'><phase><low value='{value}'/>"
        "</phase><period value='2' unit='wk'/></comp></effectiveTime>",
        f"<effectiveTime value='{value}'/><availabilityTime value='{value}'/>",
        f"<value xsi:type='TS' value='{value}'/><time value='{value}'/>",
        f"<value xsi:type='IVL_TS'><low value='{value}'/></value>",
    )
    kept = "<value xsi:type='IVL_PQ'><low value='2021' unit='1'/></value><value value='2021'/>"
    path = r3_report(tmp_path, "".join(times) + kept)
    write_masked(path, tmp_path / "out.xml", mask_field=masker("vigibase").mask_field)
    found = [item.get("value") for item in ElementTree.parse(tmp_path / "out.xml").iter()]
    dates = {item for item in found if item not in (None, "2", "2021")}
    assert found.count("2021") == 2
    assert len(dates) == (value != "June") and value not in dates


def test_an_age_that_is_masked_leaves_no_sign_in_a_number(tmp_path):
    fields = "<patientonsetage>93</patientonsetage><patientonsetageunit>801</patientonsetageunit>"
    observation = "<observation><code code='3'/><value xsi:type='PQ' value='93' unit='a'/>"
    mask_field = masker("vigibase").mask_field
    write_masked(r2_report(tmp_path, fields), tmp_path / "2.xml", mask_field=mask_field)
    path = r3_report(tmp_path, f"{observation}</observation>", "r3")
    write_masked(path, tmp_path / "3.xml", mask_field=mask_field)
    root = ElementTree.parse(tmp_path / "2.xml").getroot()
    assert not root.findtext(".//patientonsetage") + root.findtext(".//patientonsetageunit")
    (value,) = ElementTree.parse(tmp_path / "3.xml").iter("value")
    assert value.get("nullFlavor") == "MSK"
    assert value.get("value") is value.get("unit") is None


def test_r2_format_codes_fit_what_is_left_of_a_date(tmp_path):
    names = ("reactionstart", "parentlastmenstrual", "patientlastmenstrual")
    places = ("reactionstartdate", "parentlastmenstrualdate", "lastmenstrualdate")
    inside = "".join(
        f"<x><{place}format>203</{place}format><{name}date>202101081530</{name}date></x>"
        for name, place in zip(names, places, strict=True)
    )
    for policy, code in (("hipaa-safe-harbor", "602"), ("vigibase", "203")):
        mask_field = masker(policy).mask_field
        write_masked(r2_report(tmp_path, inside), tmp_path / "o.xml", mask_field=mask_field)
        root = ElementTree.parse(tmp_path / "o.xml").getroot()
        assert [item.text for item in root.iter() if item.tag.endswith("format")] == [code] * 3


def test_a_report_without_an_id_is_a_case_of_its_own(tmp_path):
    fields = "<safetyreportid> </safetyreportid><receiptdate>20220119</receiptdate>"
    fields += "<narrativeincludeclinical>Ill.</narrativeincludeclinical>"
    path = r2_report(tmp_path, f"{fields}</safetyreport><safetyreport>{fields}", "noid")
    assert [item.meta["case"] for item in read_records(path)] == ["noid/1", "noid/2"]
    write_masked(path, tmp_path / "out.xml", mask_field=masker("vigibase").mask_field)
    found = [item.text for item in ElementTree.parse(tmp_path / "out.xml").iter("receiptdate")]
    assert len({*found, "20220119", ""}) == 4


ORDERS = [
    ("20220706", ["weekly 06/07/2022", "on 03/04/2022"], "DMY"),
    ("20220706", ["weekly 07/06/22"], "MDY"),
    ("20220706", ["07/06/2022", "since 25/12/2021"], "MDY"),
    ("20220705", ["06/07/2022", "since 25/12/2021"], "DMY"),
    ("20220705", ["06/07/2022", "25/12/2021 or 12/25/2021"], ""),
    ("20220606", ["06/06/2022", "5/10/15 mg, 3-4/12"], ""),
    ("", ["06/07/2022", "25.12.2021."], "DMY"),
]


@pytest.mark.parametrize(("day", "texts", "order"), ORDERS)
@pytest.mark.parametrize("release", ["r2", "r3"])
def test_a_report_proves_the_order_of_its_dates(day, texts, order, release, tmp_path):
    if release == "r2":
        inside = f"<drugstartdate>{day}</drugstartdate>" if day else ""
        inside += "".join(f"<drugdosagetext>{text}</drugdosagetext>" for text in texts)
        path = r2_report(tmp_path, inside)
    else:
        inside = f"<effectiveTime><low value='{day}'/></effectiveTime>"
        inside += "".join(f"<x><originalText>{text}</originalText></x>" for text in texts)
        path = r3_report(tmp_path, inside)
    found = [item.meta.get("case_order", "") for item in read_records(path)]
    assert found == [order] * 2 if len(texts) == 2 else [order]


def test_a_message_with_a_prefix_keeps_its_style_sheet(r3, tmp_path):
    style = '<?xml-stylesheet type="text/xsl" href="r3.xsl"?>'
    text = R3.replace("</", "</hl7:").replace("xmlns=", "xmlns:hl7=")
    text = re.sub(r"<(?=[A-Za-z])", "<hl7:", text)
    text = text.replace("<!-- about", f"{style}<?note Ms Beispiel?>\n<!-- about")
    expected = [item.text for item in read_records(r3)]
    r3.write_text(text, encoding="utf-8")
    assert guess_format(r3) == "e2b-r3"
    assert [item.text for item in read_records(r3)] == expected
    write_masked(r3, tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text()
    assert raw.splitlines()[1] == style
    assert not [secret for secret in R3_SECRETS if secret in raw]


def test_types_with_a_prefix_are_the_same_types(tmp_path):
    inside = """<h:component><h:observationEvent><h:value xsi:type="h:ED">Ann Lee was ill.</h:value>
</h:observationEvent><h:x><h:value>Seen by Bo Berg.</h:value>
<h:value xsi:type=" h:TS " value="20210110"/></h:x>
<h:x xsi:type="h:IVL_TS"><h:low value="20210111"/></h:x>
<h:observation><h:code code="3"/><h:value xsi:type="h:PQ" value="95" unit="a"/></h:observation>
</h:component>"""
    path = r3_report(tmp_path, inside)
    found = [item.text for item in read_records(path, "e2b-r3")]
    assert found == ["Ann Lee was ill.", "Seen by Bo Berg."]
    write_masked(path, tmp_path / "masked.xml")
    masked = (tmp_path / "masked.xml").read_text()
    assert not re.search(r"Ann|Berg|202101|95", masked)


def test_a_report_within_a_report_is_part_of_it(tmp_path):
    report = "<safetyreport><reportercomment>{}</reportercomment>{}</safetyreport>"
    path = tmp_path / "a.xml"
    inside = report.format("one", report.format("two", "")) + report.format("three", "")
    path.write_text(f"<ichicsr>{inside}</ichicsr>")
    found = list(read_records(path))
    assert [item.text for item in found] == ["one", "two", "three"]
    with open_masked_writer(path, None, tmp_path / "out.xml") as writer:
        for item in found:
            writer.write(Record(item.id, f"masked {item.text}"))
    after = [item.text for item in read_records(tmp_path / "out.xml")]
    assert after == ["masked one", "masked two", "masked three"]


def test_a_second_message_of_one_name_is_left_out(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    for name in ("a.XML", "a.xml"):
        r2_report(source, f"<reportercomment>{name}</reportercomment>").rename(source / name)
    found, problems = read_with_problems(source)
    assert [item.text for item in found] == ["a.XML"]
    assert codes(problems) == ["D104"]
    with open_masked_writer(source, None, tmp_path / "out") as writer:
        writer.write(Record(found[0].id, "masked"))
    assert "masked" in (tmp_path / "out" / "a.xml").read_text()


def test_a_damaged_archive_of_messages_is_named(r2, tmp_path):
    packed = tmp_path / "batch.xml.gz"
    data = bytearray(gzip.compress(r2.read_bytes()))
    data[-6] ^= 255
    packed.write_bytes(bytes(data))
    _, problems = read_with_problems(packed, "e2b-r2")
    assert codes(problems) == ["D004"]
    assert problems[0].facts["path"] == str(packed)


@pytest.mark.parametrize(("method", "left"), [("placeholder", ""), ("bands", ""), ("limit", "71")])
def test_ages_of_up_to_89_follow_the_policy(method, left, tmp_path):
    made = masker("vigibase")
    made.set_policy("vigibase", {"AGE": method})
    fields = "<patientonsetage>71</patientonsetage><patientonsetageunit>801</patientonsetageunit>"
    observation = "<observation><code code='3'/><value xsi:type='PQ' value='71' unit='a'/>"
    write_masked(r2_report(tmp_path, fields), tmp_path / "2.xml", mask_field=made.mask_field)
    path = r3_report(tmp_path, f"{observation}</observation>", "r3")
    write_masked(path, tmp_path / "3.xml", mask_field=made.mask_field)
    assert ElementTree.parse(tmp_path / "2.xml").findtext(".//patientonsetage") == left
    (value,) = ElementTree.parse(tmp_path / "3.xml").iter("value")
    assert value.get("value", "") == left


def test_who_gave_a_number_is_masked(tmp_path):
    inside = (
        "<reportduplicate><duplicatesource>Dr John Smith</duplicatesource>"
        "<duplicatenumb>A-1</duplicatenumb></reportduplicate>"
    )
    write_masked(r2_report(tmp_path, inside), tmp_path / "2.xml")
    source = "<id assigningAuthorityName='Northgate, Dr John Smith' root='1.2.3' extension='A-1'/>"
    path = r3_report(tmp_path, f"<controlActEvent>{source}</controlActEvent>", "r3")
    for mask_field in (None, masker("vigibase").mask_field):
        write_masked(path, tmp_path / "3.xml", mask_field=mask_field)
        raw = (tmp_path / "2.xml").read_text() + (tmp_path / "3.xml").read_text()
        assert "Smith" not in raw and "Northgate" not in raw


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("patientname", "Marsh"),
        ("patientid", "99887766"),
        ("patientnhsnumber", "943 476 5919"),
        ("patientphone", "0113 222 3344"),
        ("patientcity", "Leeds"),
        ("patientemail", "rosa@marsh.example"),
        ("patientdob", "17/03/1954"),
        ("parentfamilyname", "Okafor"),
        ("reporterlicence", "GMC4455667"),
        ("senderid", "jdoyle"),
    ],
)
def test_what_senders_add_about_persons_is_masked(tmp_path, name, value):
    path = tmp_path / "a.xml"
    inside = f"<patient><{name}>{value}</{name}><patientsex>2</patientsex></patient>"
    path.write_text(f"<ichicsr><safetyreport>{inside}</safetyreport></ichicsr>")
    write_masked(path, tmp_path / "out.xml")
    raw = (tmp_path / "out.xml").read_text(encoding="utf-8")
    assert value not in raw and "<patientsex>2</patientsex>" in raw
