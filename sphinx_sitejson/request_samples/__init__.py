"""Request samples: one neutral request, written in many languages."""
