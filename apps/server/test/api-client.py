"""Exercises the Python client generated from the API document: python3 api-client.py FOLDER URL EMAIL PASSWORD LINK."""

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

results = {}
anonymous = Client(base_url=url)
results["health"] = health_status.sync(client=anonymous).status
results["plans"] = len(subscriptions_plans.sync(client=anonymous))

auth_register.sync(client=anonymous, body=AuthRegisterBody(email=email, password=password))
refused = auth_login.sync(client=anonymous, body=AuthLoginBody(email=email, password="another"))
results["refused"] = [type(refused).__name__, str(refused.code)]
session = auth_login.sync(client=anonymous, body=AuthLoginBody(email=email, password=password))

user = AuthenticatedClient(base_url=url, token=session.token)
results["email"] = users_profile.sync(client=user).email
results["plan"] = str(subscriptions_user.sync(client=user).active_plan.id)
results["schedules"] = schedules_list.sync(client=user)
users_change_settings.sync(client=user, body=UsersChangeSettingsBody(show_in_popular=False))
results["popular"] = users_settings.sync(client=user).show_in_popular

body_of_request = models.SummariesRequestBodyType0(url_or_id=link, type_=models.SummariesRequestBodyType0Type.YOUTUBE)
requested = summaries_request.sync(client=user, body=body_of_request)
for _ in range(600):
    summary = summaries_detail.sync(requested.id, client=user)
    if str(summary.state) in ("readable", "ready", "failed"):
        break
    time.sleep(0.2)
assert isinstance(summary, Summary), summary
results["sections"] = len(summary.content.sections) > 0
results["listed"] = [item.id == requested.id for item in summaries_list.sync(client=user, limit=5).data]
results["segments"] = len(summaries_transcript.sync(requested.id, client=user).segments) > 0
results["deleted"] = int(summaries_delete.sync_detailed(requested.id, client=user).status_code)
deleted = summaries_detail.sync(requested.id, client=user)
results["gone"] = [isinstance(deleted, ErrorResponse), str(deleted.code), bool(deleted.request_id)]
print(json.dumps(results))
