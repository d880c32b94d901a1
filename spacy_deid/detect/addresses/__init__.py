"""Streets, post office boxes, postcodes and the lines of forms that hold them."""
