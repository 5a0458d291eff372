"""Write one turn's answer with a chat model: verify each sentence, stream what passes, repair and retry the rest."""
