import errors from './errors.json'
import home from './home.json'
import sessions from './sessions.json'
import shell from './shell.json'
import status from './status.json'
import ui from './ui.json'

export const en = { errors, home, sessions, shell, status, ui }
