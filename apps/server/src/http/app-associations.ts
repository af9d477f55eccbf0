import { appLinkPaths } from '@recaps/domain/app-links'
import { AppError } from '../errors.ts'
import type { Router } from './router.ts'

export interface AssociatedApps {
  android: { packageName: string; certificates: readonly string[] } | undefined
  appleIds: readonly string[] | undefined
}

/**
 * Serves the two files that associate our phone apps with this site: the apps can then open links to our pages and fill in
 * passwords saved for the site. Public, because Google and Apple fetch them too.
 */
export function bindAppAssociations({ app }: Pick<Router, 'app'>, { android, appleIds }: AssociatedApps): void {
  const files = {
    '/.well-known/assetlinks.json': android && assetLinks(android),
    '/.well-known/apple-app-site-association': appleIds && siteAssociation(appleIds),
  }
  for (const [path, file] of Object.entries(files))
    app.get(path, c => {
      // Answered here, because the web app would serve its page for the path without an extension.
      if (!file) throw new AppError('not_found')
      return c.json(file, 200, { 'Cache-Control': 'public, max-age=3600' })
    })
}

/** https://developers.google.com/digital-asset-links/v1/statements. The paths are in the app's manifest: this file cannot list them. */
const assetLinks = ({ packageName, certificates }: NonNullable<AssociatedApps['android']>) => [
  {
    relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: certificates.map(withColons),
    },
  },
]

/** The only format that Android accepts: `14:6D:E9:…`. */
const withColons = (fingerprint: string): string => fingerprint.toUpperCase().replace(/..(?!$)/g, '$&:')

/** https://developer.apple.com/documentation/xcode/supporting-associated-domains */
const siteAssociation = (appIDs: readonly string[]) => ({
  applinks: { details: [{ appIDs, components: appLinkPaths.map(path => ({ '/': path })) }] },
  webcredentials: { apps: appIDs },
})
