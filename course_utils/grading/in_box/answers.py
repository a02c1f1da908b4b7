"""Call a student's function inside the box, and write down what it returns as plain numbers.

Nothing here is secret and nothing here is trusted: student code may replace all of it. It can then
send other numbers, which are as right or wrong as those that its function would have returned.
"""

import base64
import json
from typing import Any

import numpy as np

LARGEST = 400_000  # elements of one result


def call(space: dict, request: str) -> str:
    """Call what `request` names with its arguments; return a base64 text of JSON."""
    try:
        answer = _call(space, json.loads(base64.b64decode(request)))
    except BaseException as error:  # a student's sys.exit() is an answer, too
        answer = {"error": f"{type(error).__name__}: {error}"[:500]}
    return base64.b64encode(json.dumps(answer).encode()).decode()


def _call(space: dict, request: dict) -> dict:
    if request["name"] not in space:
        return {"missing": True}
    value = space[request["name"]]
    if request["arguments"] is not None:
        value = value(*[_decode(one) for one in request["arguments"]])
    count = request["parts"]
    if not count:
        return {"parts": [_encode(value)]}
    if not isinstance(value, tuple | list) or len(value) != count:
        return {"error": f"{count} results were asked for; {type(value).__name__} came"}
    return {"parts": [_encode(one) for one in value]}


def _decode(one: dict) -> object:
    if "array" in one:
        data = np.frombuffer(base64.b64decode(one["array"]), dtype=one["dtype"])
        return data.reshape(one["shape"]).copy()
    if "code" in one:
        scope = {"np": np}
        exec(one["code"], scope)
        return scope[one["name"]]
    if "items" in one:
        items = [_decode(item) for item in one["items"]]
        return tuple(items) if one["tuple"] else items
    return one["value"]


def _encode(value: Any) -> dict:
    if isinstance(value, str):
        return {"text": value[:2000]}
    if value is None or value is ...:
        return {"nothing": True}
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    if np.size(value) > LARGEST:
        return {"shape": list(np.shape(value)), "large": True}
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        return {"shape": list(array.shape), "kind": str(array.dtype)[:50]}
    data = np.ascontiguousarray(array, dtype="<f8")
    return {"shape": list(array.shape), "data": base64.b64encode(data.tobytes()).decode()}
