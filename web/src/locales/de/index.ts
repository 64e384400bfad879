import admin_issues from './admin-issues.json'
import agent_actions from './agent-actions.json'
import ai_settings from './ai-settings.json'
import ai_tools from './ai-tools.json'
import approval_rules from './approval-rules.json'
import approvals from './approvals.json'
import assistants from './assistants.json'
import book_lists from './book-lists.json'
import books from './books.json'
import calendar from './calendar.json'
import chat from './chat.json'
import chat_webhook from './chat-webhook.json'
import checklist from './checklist.json'
import connect from './connect.json'
import destinations from './destinations.json'
import devices from './devices.json'
import discover from './discover.json'
import discovery_settings from './discovery-settings.json'
import email_server from './email-server.json'
import errors from './errors.json'
import home from './home.json'
import image_cache from './image-cache.json'
import inbox from './inbox.json'
import included_ai from './included-ai.json'
import instances from './instances.json'
import issues from './issues.json'
import kids from './kids.json'
import media_files from './media-files.json'
import media_servers from './media-servers.json'
import message_sentences from './message-sentences.json'
import message_test from './message-test.json'
import music from './music.json'
import notifications from './notifications.json'
import outbound_proxy from './outbound-proxy.json'
import own_devices from './own-devices.json'
import passkeys from './passkeys.json'
import path_mappings from './path-mappings.json'
import profile_proposals from './profile-proposals.json'
import provider_keys from './provider-keys.json'
import quotas from './quotas.json'
import remediation_settings from './remediation-settings.json'
import remediation_words from './remediation-words.json'
import request_settings from './request-settings.json'
import requests from './requests.json'
import server_accounts from './server-accounts.json'
import sessions from './sessions.json'
import set_top_boxes from './set-top-boxes.json'
import settings from './settings.json'
import settings_changes from './settings-changes.json'
import shelf from './shelf.json'
import shell from './shell.json'
import sign_in from './sign-in.json'
import sign_in_settings from './sign-in-settings.json'
import status from './status.json'
import tool_names from './tool-names.json'
import transcoder from './transcoder.json'
import tv_matches from './tv-matches.json'
import ui from './ui.json'
import users from './users.json'
import webhooks from './webhooks.json'
import wizard from './wizard.json'

export const de = {
  admin_issues,
  agent_actions,
  ai_settings,
  ai_tools,
  approval_rules,
  approvals,
  assistants,
  book_lists,
  books,
  calendar,
  chat,
  chat_webhook,
  checklist,
  connect,
  destinations,
  devices,
  discover,
  discovery_settings,
  email_server,
  errors,
  home,
  image_cache,
  inbox,
  included_ai,
  instances,
  issues,
  kids,
  media_files,
  media_servers,
  message_sentences,
  message_test,
  music,
  notifications,
  outbound_proxy,
  own_devices,
  passkeys,
  path_mappings,
  profile_proposals,
  provider_keys,
  quotas,
  remediation_settings,
  remediation_words,
  request_settings,
  requests,
  server_accounts,
  sessions,
  set_top_boxes,
  settings,
  settings_changes,
  shelf,
  shell,
  sign_in,
  sign_in_settings,
  status,
  tool_names,
  transcoder,
  tv_matches,
  ui,
  users,
  webhooks,
  wizard,
}
