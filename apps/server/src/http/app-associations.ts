import { appLinkPaths } from '@recaps/domain/app-links'
import { AppError } from '../errors.ts'
import type { Router } from './router.ts'

export interface AssociatedApps {
  android: { packageName: string; certificates: readonly string[] } | undefined
  appleIds: readonly string[] | undefined
}

/**
 * By these two files phones know which apps are ours: those may open links to our pages, and fill in what was saved as the
 * password of our site. Google and Apple read them as well, so anybody may.
 */
export function bindAppAssociations({ app }: Pick<Router, 'app'>, { android, appleIds }: AssociatedApps): void {
  const files = {
    '/.well-known/assetlinks.json': android && assetLinks(android),
    '/.well-known/apple-app-site-association': appleIds && siteAssociation(appleIds),
  }
  for (const [path, file] of Object.entries(files))
    app.get(path, c => {
      // Not left to the pages: one of the two names looks like an address of the app.
      if (!file) throw new AppError('not_found')
      return c.json(file, 200, { 'Cache-Control': 'public, max-age=3600' })
    })
}

/**
 * https://developers.google.com/digital-asset-links/v1/statements. The pages stand in the app's manifest: this file cannot
 * name them.
 */
const assetLinks = ({ packageName, certificates }: NonNullable<AssociatedApps['android']>) => [
  {
    relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: certificates.map(inPairs),
    },
  },
]

/** The one form in which Android looks for them: `14:6D:E9:…`. */
const inPairs = (fingerprint: string): string => fingerprint.toUpperCase().replace(/..(?!$)/g, '$&:')

/** https://developer.apple.com/documentation/xcode/supporting-associated-domains */
const siteAssociation = (appIDs: readonly string[]) => ({
  applinks: { details: [{ appIDs, components: appLinkPaths.map(path => ({ '/': path })) }] },
  webcredentials: { apps: appIDs },
})
