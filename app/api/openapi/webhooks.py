"""What the OpenAPI document says of the messages that webhooks send."""

from typing import Any, TypeAlias

from app.api.openapi.schemas import REF, defined
from app.api.schemas.webhooks import WebhookMessage

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
MESSAGE_HEADERS = {
    "webhook-id": "The message's id, the same when it is sent again.",
    "webhook-timestamp": "When it was sent: seconds since 1970.",
    "webhook-signature": "`v1,` and the signature; several with spaces between while the secret is changed.",
}


def message(schemas: Json) -> Json:
    """What receivers get of webhooks."""
    schema = WebhookMessage.model_json_schema(ref_template=REF + "{model}")
    schemas["WebhookMessage"] = defined(schemas, schema)
    content: Json = {
        "schema": {"$ref": f"{REF}WebhookMessage"},
        "examples": {"a-message": {"summary": "A message"}},
    }
    text = {"type": "string"}
    return {
        "operationId": "receiveEvents",
        "summary": "The events of one action",
        "description": "Sent by the server, signed as Standard Webhooks have it, until it is taken.",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": told, "schema": text}
            for name, told in MESSAGE_HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "It was taken."},
            "410": {"description": "Nothing shall be sent any more."},
            "default": {"description": "It was not taken and is sent again later."},
        },
    }
