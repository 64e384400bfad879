import { Refusal } from '#kit/refusal.ts'

export interface NativeApps {
  apple_app_ids: readonly string[]
  android_package_name: string | undefined
  android_fingerprints: readonly string[]
}

export function configuredApps(apps: NativeApps) {
  return {
    apple_configured: apps.apple_app_ids.length > 0,
    android_configured: apps.android_package_name !== undefined && apps.android_fingerprints.length > 0,
  }
}

export function appleAppSite({ apple_app_ids }: NativeApps) {
  if (apple_app_ids.length === 0) throw new Refusal('not_found')
  return { webcredentials: { apps: [...apple_app_ids] } }
}

export function androidAssetLinks({ android_package_name, android_fingerprints }: NativeApps) {
  if (android_package_name === undefined || android_fingerprints.length === 0) throw new Refusal('not_found')
  return [
    {
      relation: ['delegate_permission/common.get_login_creds'],
      target: {
        namespace: 'android_app' as const,
        package_name: android_package_name,
        sha256_cert_fingerprints: [...android_fingerprints],
      },
    },
  ]
}
