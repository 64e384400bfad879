const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, sign => ENTITIES[sign] ?? sign)

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"></head>
<body><main><h1>${title}</h1>${body}</main></body></html>
`

/** The provider's sign-in page: a name and two buttons, no password. */
export function signInPage(action: string, problem = ''): string {
  return page(
    'Sign in to the provider',
    `<p role="alert">${escape(problem)}</p>
<form method="post" action="${escape(action)}">
<label>Name <input name="login" autocomplete="username" autofocus></label>
<button name="decision" value="sign_in">Sign in</button>
<button name="decision" value="cancel">Cancel</button>
</form>`,
  )
}

export function signOutPage(form: string): string {
  return page(
    'Sign out of the provider?',
    `${form}<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  )
}

export function signedOutPage(): string {
  return page('Signed out of the provider', '<p>You can close this window.</p>')
}
