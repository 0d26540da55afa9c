"""The command line of the client, `python3 python/client.py`: see main.py. It uses the library as any program would."""
