import type { ServerConfig } from '@foyer/contract/instances/instances'
import type {
  ListeningApp,
  ListeningChoices,
  VideoApp,
  VideoChoices,
} from '@foyer/contract/media-servers/app-preferences'

type Apps = Pick<ServerConfig, 'video_apps' | 'listening_apps'> | null

/** 2/4.1: the personal choice, else the instance's, else the official app. */
export function resolveVideoApps(own: VideoChoices[keyof VideoChoices], config: Apps): { ios: VideoApp } {
  return { ios: own.ios || config?.video_apps?.ios || 'service' }
}

/** 2/4.1: the personal choice, else the instance's, else the browser. */
export function resolveListeningApps(
  own: ListeningChoices,
  config: Apps,
): { ios: ListeningApp; android: ListeningApp } {
  const { listening_apps } = config ?? {}
  return {
    ios: own.ios || listening_apps?.ios || 'browser',
    android: own.android || listening_apps?.android || 'browser',
  }
}
