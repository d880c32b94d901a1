"""Words of a text and what is known of them: tokens, lists, cues, wordings."""
