import { z } from 'zod'
import { defineRoute, type RouteDefinition } from '../route.ts'

const ofUser = {
  access: 'user',
  rate: 'media_server',
  spec: '2:4.1',
} as const satisfies Partial<RouteDefinition>

/** Empty inherits: the instance's default, then the official app (2:4.13.9). Applied on iPhone and iPad only. */
export const VIDEO_APPS = ['', 'service', 'alt_player', 'browser'] as const
export const VideoApp = z.enum(VIDEO_APPS)
export type VideoApp = (typeof VIDEO_APPS)[number]

/** Empty inherits: the instance's default, then the browser. */
export const LISTENING_APPS = ['', 'browser', 'official', 'thirdparty'] as const
export const ListeningApp = z.enum(LISTENING_APPS)
export type ListeningApp = (typeof LISTENING_APPS)[number]

const VideoChoice = z.object({ ios: VideoApp })
const VideoChoices = z.object({
  invite_server: VideoChoice,
  account_server_a: VideoChoice,
  account_server_b: VideoChoice,
})
export type VideoChoices = z.infer<typeof VideoChoices>

/** Strict, and replaced as a whole: what is omitted inherits. */
const VideoChoiceChange = z.strictObject({ ios: VideoApp.default('') }).default({ ios: '' })
const VideoChoicesChange = z.strictObject({
  invite_server: VideoChoiceChange,
  account_server_a: VideoChoiceChange,
  account_server_b: VideoChoiceChange,
})

const ListeningChoices = z.object({ ios: ListeningApp, android: ListeningApp })
export type ListeningChoices = z.infer<typeof ListeningChoices>
const ListeningChoicesChange = z.strictObject({
  ios: ListeningApp.default(''),
  android: ListeningApp.default(''),
})

export const getVideoApps = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/me/video-apps',
  summary: 'In which app the caller wants to watch, by kind of server',
  response: VideoChoices,
})

export const putVideoApps = defineRoute({
  ...ofUser,
  method: 'PUT',
  path: '/api/me/video-apps',
  summary: 'Choose all three at once; what is omitted or empty inherits',
  body: VideoChoicesChange,
  response: VideoChoices,
})

export const getListeningApps = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/me/listening-apps',
  summary: 'In which app the caller wants to listen',
  response: ListeningChoices,
})

export const putListeningApps = defineRoute({
  ...ofUser,
  method: 'PUT',
  path: '/api/me/listening-apps',
  summary: 'Choose both at once; what is omitted or empty inherits',
  body: ListeningChoicesChange,
  response: ListeningChoices,
})
