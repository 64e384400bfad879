interface PlexAccount {
  username: string
  email: string
}

/** Whose account it is. Plex names an account without a username by its address, and not every account has one. */
export function plexAccountText({ username, email }: PlexAccount): string {
  return [...new Set([username, email])].filter(Boolean).join(' · ')
}
