"""The operator's page: answers are judged there, and what citizens say of them becomes evaluation cases."""
