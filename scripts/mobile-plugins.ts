import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

interface Patch {
  /** In `node_modules`. */
  file: string
  from: string
  to: string
}

/** What is wrong in the sources of plug-ins, which are built into the apps as they lie there. */
export const patches: readonly Patch[] = [
  {
    // Each sound makes a session, none gives its own back, and Android ends an app that has made a hundred.
    file: '@capgo/capacitor-media-session/android/src/main/java/com/capgo/mediasession/MediaSessionService.java',
    from: `    public void destroy() {
        stopForeground(true);
        stopSelf();
`,
    to: `    public void destroy() {
        stopForeground(true);
        if (mediaSession != null) {
            mediaSession.setActive(false);
            mediaSession.release();
        }
        stopSelf();
`,
  },
  // Of two actions at once Android makes no key: up to Android 12 the buttons of the notice and of the lock screen did nothing.
  ...['PLAY', 'PAUSE'].map(action => ({
    file: '@capgo/capacitor-media-session/android/src/main/java/com/capgo/mediasession/MediaSessionService.java',
    from: `                    this,
                    PlaybackStateCompat.ACTION_PLAY_PAUSE | PlaybackStateCompat.ACTION_${action}
`,
    to: `                    this,
                    PlaybackStateCompat.ACTION_${action}
`,
  })),
  {
    // Shared to this app itself, which runs already, no answer comes back, and nothing could be shared any more.
    file: '@capacitor/share/android/src/main/java/com/capacitorjs/plugins/share/SharePlugin.java',
    from: `            Intent chooser = Intent.createChooser(intent, dialogTitle, pi.getIntentSender());
            chosenComponent = null;
`,
    to: `            Intent chooser = Intent.createChooser(intent, dialogTitle, pi.getIntentSender());
            chooser.putExtra(Intent.EXTRA_EXCLUDE_COMPONENTS, new ComponentName[] { getActivity().getComponentName() });
            chosenComponent = null;
`,
  },
]

/** The source as it is to be, also of one that is so already. Throws when another version of the plug-in says something else. */
export function patched(source: string, { file, from, to }: Patch): string {
  if (source.includes(to)) return source
  if (!source.includes(from))
    throw new Error(`${file} is not what scripts/mobile-plugins.ts mends: look whether it still must`)
  return source.replace(from, () => to)
}

export function patchPlugins(): void {
  for (const patch of patches) {
    const file = path.join(root, 'node_modules', patch.file)
    const text = patched(readFileSync(file, 'utf8'), patch)
    // A file of its own: other installations may share the one that is there.
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
}
