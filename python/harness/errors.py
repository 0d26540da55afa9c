"""What can go wrong, told apart. None of these carries a JSON-RPC code of its own: codes belong to the peers."""


class HarnessError(Exception):
    """Any failure that the harness reports; peer is the name of the server that it concerns, or None."""

    def __init__(self, message, peer=None):
        """Takes a sentence that says what happened and what to do next, and the peer."""
        super().__init__(message if peer is None else f"{peer}: {message}")
        self.peer = peer


class ConfigError(HarnessError):
    """The configuration or a call of the interface is wrong; nothing was started."""


class Unwritable(ConfigError, ValueError):
    """What was to be sent is nothing that JSON can carry, and nothing was sent.

    It need not be the caller's: a server can give a cursor or a state that nobody can send back to it.
    """


class PeerUnavailable(HarnessError):
    """The peer cannot be used; negotiation says why."""

    def __init__(self, negotiation):
        """Takes the record of the peer's negotiation."""
        super().__init__(negotiation.explain(), negotiation.peer)
        self.negotiation = negotiation


class ToolNotFound(HarnessError):
    """No peer has a tool, prompt or resource of this name."""


class CollisionError(HarnessError):
    """Two peers have the same name, and the policy is to reject that; peers holds both names."""

    def __init__(self, kind, name, peers):
        """Takes the kind of thing, the name and the two peers in their declared order."""
        super().__init__(f"the {kind} {name} is offered by {peers[0]} and by {peers[1]}; choose another collision policy")
        self.name = name
        self.peers = peers


class DeadlineExceeded(HarnessError):
    """A time limit passed; phase says in which part of the call, last_sign_of_life how many seconds before."""

    def __init__(self, peer, phase, limit, last_sign_of_life):
        """Takes the peer, the phase, which limit it was (idle or total) and the silence in seconds or None."""
        heard = "nothing was ever heard" if last_sign_of_life is None else f"last heard {last_sign_of_life:.1f} s before"
        super().__init__(f"no answer to {phase} within the {limit} limit; {heard}", peer)
        self.phase = phase
        self.limit = limit
        self.last_sign_of_life = last_sign_of_life


class RpcError(HarnessError):
    """The peer answered with an error; code, message and data are the peer's."""

    def __init__(self, peer, code, message, data):
        """Takes what the peer sent."""
        super().__init__(f"error {code}: {message}", peer)
        self.code = code
        self.message = message
        self.data = data

    @property
    def resource_not_found(self):
        """Tells whether this is how either era says that a resource does not exist."""
        has_uri = isinstance(self.data, dict) and "uri" in self.data
        return self.code == -32002 or (self.code == -32602 and has_uri)


class InvalidResult(HarnessError):
    """The peer answered with something that is no valid answer to this request."""


class ProtocolViolation(HarnessError):
    """The peer broke the protocol in a way that ends the call."""


class NotSent(HarnessError):
    """No byte of the request reached the peer; it can safely be sent again."""


class OutcomeUnknown(HarnessError):
    """The request was sent and its answer is lost; the peer may have acted on it or not."""


class InputRequired(HarnessError):
    """The peer asks for input that no handler can give; requests holds what it asked for, by key."""

    def __init__(self, peer, requests, state):
        """Takes the peer, the input requests and the state (None if there was none)."""
        super().__init__("the call needs input: " + ", ".join(sorted(requests)), peer)
        self.requests = requests
        self.state = state


class RoundsExceeded(HarnessError):
    """The peer asked for input more often than the harness goes along with."""


class SubscriptionRefused(HarnessError):
    """The peer cannot or will not open a listen."""


class Closed(HarnessError):
    """The harness or the subscription is closed."""
