"""The languages of samples: one module each, which writes the neutral request."""
