"""Print what `.env.example` holds: `python -m civicsetu.settings > .env.example`."""

import sys

from civicsetu.settings.example_file import env_example

sys.stdout.write(env_example())
