import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

interface Patch {
  /** In `node_modules`. */
  file: string
  from: string
  to: string
}

/** Fixes for bugs in the sources of plugins. The apps are built from these sources. */
export const patches: readonly Patch[] = [
  {
    // Every playback creates a media session that is never released, and Android kills an app that has created a hundred.
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
  // Android can't map two combined actions to a media key: up to Android 12 the notification and lock screen buttons did nothing.
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
    // Sharing to this app itself never returned a result, after which nothing could be shared.
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

/** Returns the patched source. Idempotent. Throws if neither the old nor the new text is found, as in another plugin version. */
export function applyPatch(source: string, { file, from, to }: Patch): string {
  if (source.includes(to)) return source
  if (!source.includes(from))
    throw new Error(
      `${file} does not match its patch in scripts/mobile-plugins.ts. Check whether the patch is still needed.`,
    )
  return source.replace(from, () => to)
}

export function patchPlugins(): void {
  for (const patch of patches) {
    const file = path.join(root, 'node_modules', patch.file)
    const text = applyPatch(readFileSync(file, 'utf8'), patch)
    // Replace the file instead of writing into it: other installations may share it by hard link.
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
}
