"""Request states: opened by whoever has the key, for the one request that they were made for."""

import base64
import unittest

from server.context import World
from server.seal import LIFETIME, seal, unseal
from tests.support import NOW, new_request

KEY = bytes.fromhex("0123456789abcdef" * 4)
ARGUMENTS = {"id": "note-1"}

#: The state of the contract, section 6, computed apart from this code: for notes_delete of note-1, for ada, at NOW.
KNOWN = (
    "WyJ0b29scy9jYWxsIiwibm90ZXNfZGVsZXRlIiwiMTE1ZGUwM2E0OTQ0M2Y5ODIyMjNlMWEzYmVmMjRlNDc1ZmM1ODg4ZjUzZDlkMmM4NmU1N2Zi"
    "MTRhYWM3YWI4ZCIsImFkYSIsImNvbmZpcm0iLDE3ODUxOTcxMDAwMDBd.UjOUl_gWsczoAfndP1qenCyJ0wZzL_Lu_Qk37tr7teM"
)
PAYLOAD = (
    '["tools/call","notes_delete","115de03a49443f982223e1a3bef24e475fc5888f53d9d2c86e57fb14aac7ab8d",'
    '"ada","confirm",1785197100000]'
)


def world(now=NOW, principal="ada", key=KEY):
    """Gives a world that differs from the usual one in what is given."""
    return World(lambda: now, [], principal, key, [].append)


def request(state=None, name="notes_delete", arguments=ARGUMENTS, method="tools/call"):
    """Gives a request, with a state if one is given."""
    members = {"name": name, "arguments": arguments}
    return new_request(members if state is None else {**members, "requestState": state}, method)


class SealTest(unittest.TestCase):
    def check_refused(self, state, where=None, **changes):
        """Checks that a state opens nothing in a world, for a request that is changed."""
        self.assertIsNone(unseal(world() if where is None else where, request(state, **changes)), state)

    def test_a_state_is_what_the_contract_says_to_the_byte(self):
        self.assertEqual(seal(world(), request(), "confirm"), KNOWN)
        encoded = KNOWN.split(".")[0]
        self.assertEqual(base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode(), PAYLOAD)

    def test_a_state_brings_its_step_back(self):
        self.assertEqual(unseal(world(), request(KNOWN)), "confirm")
        for step in ("", "2Käse", '"\n\\', "💡", "null"):
            self.assertEqual(unseal(world(), request(seal(world(), request(), step))), step)

    def test_any_server_with_the_key_opens_it_as_often_as_it_likes(self):
        for _ in range(2):
            self.assertEqual(unseal(world(NOW + 1000), request(KNOWN)), "confirm")

    def test_it_is_good_for_five_minutes_and_not_a_millisecond_more(self):
        self.assertEqual(LIFETIME, 300000)
        self.assertEqual(unseal(world(NOW + 299999), request(KNOWN)), "confirm")
        self.check_refused(KNOWN, world(NOW + 300000))
        self.check_refused(KNOWN, world(NOW + 10**9))

    def test_another_request_cannot_use_it(self):
        self.check_refused(KNOWN, name="notes_create")
        self.check_refused(KNOWN, method="prompts/get")
        for arguments in ({}, {"id": "note-2"}, {"id": "note-1", "x": None}, {"ID": "note-1"}, {"id": ["note-1"]}):
            self.check_refused(KNOWN, arguments=arguments)

    def test_the_order_of_the_arguments_does_not_matter_and_absent_ones_are_empty(self):
        state = seal(world(), request(arguments={"b": 1.0, "a": [2.0]}), "s")
        self.assertEqual(unseal(world(), request(state, arguments={"a": [2.0], "b": 1.0})), "s")
        state = seal(world(), request(None, "x", {}), "s")
        self.assertEqual(unseal(world(), new_request({"name": "x", "requestState": state})), "s")

    def test_another_principal_or_another_key_cannot_use_it(self):
        for principal in ("", "ben", "Ada", "ada "):
            self.check_refused(KNOWN, world(principal=principal))
        for key in (bytes(32), KEY[::-1], KEY[:31], KEY + b"\x01"):
            self.check_refused(KNOWN, world(key=key))

    def test_a_change_of_any_character_is_noticed(self):
        for index, character in enumerate(KNOWN):
            for other in ("A" if character != "A" else "B", ""):
                self.check_refused(KNOWN[:index] + other + KNOWN[index + 1 :])

    def test_only_the_very_text_that_was_given_out_is_a_state(self):
        payload, signature = KNOWN.split(".")
        odd = ["", ".", "x", payload, payload + ".", "." + signature, KNOWN + ".", KNOWN + "="]
        odd += [payload + "=." + signature, " " + KNOWN, KNOWN + "\n", KNOWN + "A", payload + ".\n" + signature]
        odd += [KNOWN.replace("_", "/"), signature + "." + payload, PAYLOAD + "." + signature, KNOWN + "é", "é" + KNOWN]
        odd += [payload + "\n." + signature, KNOWN.lower(), payload + ".." + signature, "💡." + signature]
        odd.append("\x00." + signature)
        for state in odd:
            self.check_refused(state)

    def test_arguments_without_a_canonical_form_never_have_a_state(self):
        for value in (float("inf"), "\ud800", {"\udfff": 1.0}):
            self.check_refused(KNOWN, arguments={"id": value})
