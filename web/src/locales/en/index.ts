import approvals from './approvals.json'
import book_lists from './book-lists.json'
import calendar from './calendar.json'
import checklist from './checklist.json'
import connect from './connect.json'
import devices from './devices.json'
import discover from './discover.json'
import discovery_settings from './discovery-settings.json'
import errors from './errors.json'
import home from './home.json'
import image_cache from './image-cache.json'
import instances from './instances.json'
import kids from './kids.json'
import outbound_proxy from './outbound-proxy.json'
import passkeys from './passkeys.json'
import path_mappings from './path-mappings.json'
import provider_keys from './provider-keys.json'
import quotas from './quotas.json'
import request_settings from './request-settings.json'
import requests from './requests.json'
import sessions from './sessions.json'
import settings from './settings.json'
import shell from './shell.json'
import status from './status.json'
import ui from './ui.json'
import users from './users.json'
import webhooks from './webhooks.json'
import wizard from './wizard.json'

export const en = {
  approvals,
  book_lists,
  calendar,
  checklist,
  connect,
  devices,
  discover,
  discovery_settings,
  errors,
  home,
  image_cache,
  instances,
  kids,
  outbound_proxy,
  passkeys,
  path_mappings,
  provider_keys,
  quotas,
  request_settings,
  requests,
  sessions,
  settings,
  shell,
  status,
  ui,
  users,
  webhooks,
  wizard,
}
