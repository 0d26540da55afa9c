"""Request states: what a question needs to know again, carried by the client and believed only under our seal.

A state is base64url(payload) "." base64url(HMAC-SHA256 of the payload), without padding. The payload says for which
request it was made (method, name and a digest of the arguments), for whom, until when, and how far the questions have
come. Any server with the same key opens it, so that no retry depends on the process that asked. Specification:
basic/patterns/mrtr.
"""

import base64
import hashlib
import hmac
import json

from server.canonical import canonical
from server.messages import to_bytes
from server.values import has

#: How long a state is good, in milliseconds.
LIFETIME = 300000


def seal(world, request, step):
    """Gives the state for a request; step is a text that says how far its questions have come."""
    payload = _payload_of(world, request, step, world.clock() + LIFETIME)
    return _encode(payload) + "." + _signature(world, payload)


def unseal(world, request):
    """Gives the step of the state that the request carries, or null unless it was sealed for this very request."""
    encoded, _, signature = request.params["requestState"].partition(".")
    payload = _decode(encoded)
    if payload is None or not hmac.compare_digest(to_bytes(signature), to_bytes(_signature(world, payload))):
        return None
    # Whatever carries our seal was written by seal.
    step, expires = json.loads(payload)[-2:]
    try:
        expected = _payload_of(world, request, step, expires)
    except ValueError:
        return None  # the arguments have no canonical form, so nothing was ever sealed for them
    return step if payload == expected and world.clock() < expires else None


def _payload_of(world, request, step, expires):
    arguments = request.params["arguments"] if has(request.params, "arguments") else {}
    digest = hashlib.sha256(to_bytes(canonical(arguments))).hexdigest()
    return to_bytes(canonical([request.method, request.params["name"], digest, world.principal, step, expires]))


def _signature(world, payload):
    return _encode(hmac.new(world.key, payload, "sha256").digest())


def _encode(data):
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _decode(text):
    # Decoders forgive much; only what we would write ourselves is a payload of ours.
    try:
        data = base64.urlsafe_b64decode(to_bytes(text) + b"=" * (-len(text) % 4))
    except ValueError:
        return None
    return data if _encode(data) == text else None
