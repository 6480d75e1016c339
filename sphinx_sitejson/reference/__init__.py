"""What an API page shows: every decision made, nothing left to those who render it."""
