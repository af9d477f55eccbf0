/** Where weaknesses are reported, in the form of RFC 9116, which wants an end of less than a year. */
export function securityText(
  { supportEmail, publicUrl }: { supportEmail: string; publicUrl: string },
  now: Date,
): string {
  // The first of a month half a year ahead: the same text for a whole month, and never stale while the service runs.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1))
  const lines = [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
