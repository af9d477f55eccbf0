"""Uses the client that openapi-python-client made of the API document: python3 api-client.py FOLDER URL EMAIL PASSWORD LINK."""

import json
import sys
import time

folder, url, email, password, link = sys.argv[1:]
sys.path.insert(0, folder)

from recaps_client import AuthenticatedClient, Client
from recaps_client.api.auth import auth_login, auth_register
from recaps_client.api.health import health_status
from recaps_client.api.schedules import schedules_list
from recaps_client.api.subscriptions import subscriptions_plans, subscriptions_user
from recaps_client.api.summaries import (
    summaries_delete,
    summaries_detail,
    summaries_list,
    summaries_request,
    summaries_transcript,
)
from recaps_client.api.users import users_change_settings, users_profile, users_settings
from recaps_client.models import AuthLoginBody, AuthRegisterBody, ErrorResponse, Summary
from recaps_client.models import UsersChangeSettingsBody
from recaps_client import models

seen = {}
anybody = Client(base_url=url)
seen["health"] = health_status.sync(client=anybody).status
seen["plans"] = len(subscriptions_plans.sync(client=anybody))

auth_register.sync(client=anybody, body=AuthRegisterBody(email=email, password=password))
refused = auth_login.sync(client=anybody, body=AuthLoginBody(email=email, password="another"))
seen["refused"] = [type(refused).__name__, str(refused.code)]
session = auth_login.sync(client=anybody, body=AuthLoginBody(email=email, password=password))

user = AuthenticatedClient(base_url=url, token=session.token)
seen["email"] = users_profile.sync(client=user).email
seen["plan"] = str(subscriptions_user.sync(client=user).active_plan.id)
seen["schedules"] = schedules_list.sync(client=user)
users_change_settings.sync(client=user, body=UsersChangeSettingsBody(show_in_popular=False))
seen["popular"] = users_settings.sync(client=user).show_in_popular

body_of_request = models.SummariesRequestBodyType0(url_or_id=link, type_=models.SummariesRequestBodyType0Type.YOUTUBE)
asked = summaries_request.sync(client=user, body=body_of_request)
for _ in range(600):
    summary = summaries_detail.sync(asked.id, client=user)
    if str(summary.state) in ("readable", "ready", "failed"):
        break
    time.sleep(0.2)
assert isinstance(summary, Summary), summary
seen["sections"] = len(summary.content.sections) > 0
seen["listed"] = [item.id == asked.id for item in summaries_list.sync(client=user, limit=5).data]
seen["segments"] = len(summaries_transcript.sync(asked.id, client=user).segments) > 0
seen["deleted"] = int(summaries_delete.sync_detailed(asked.id, client=user).status_code)
gone = summaries_detail.sync(asked.id, client=user)
seen["gone"] = [isinstance(gone, ErrorResponse), str(gone.code), bool(gone.request_id)]
print(json.dumps(seen))
