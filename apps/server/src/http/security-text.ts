/** A security.txt (RFC 9116) with the contact for vulnerability reports. It must expire within a year. */
export function securityText(
  { supportEmail, publicUrl }: { supportEmail: string; publicUrl: string },
  now: Date,
): string {
  // The first of a month half a year ahead, so that the text only changes once a month and never expires.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1))
  const lines = [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
