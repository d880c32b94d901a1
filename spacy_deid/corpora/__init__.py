"""Documents in and out: one module per format, ``formats`` as the way in."""
