"""Neural layers for the tagger: inputs as arrays, the recurrent encoder, the linear chain."""
