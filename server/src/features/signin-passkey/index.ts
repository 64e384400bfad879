export { configuredApps } from './native-apps.ts'
