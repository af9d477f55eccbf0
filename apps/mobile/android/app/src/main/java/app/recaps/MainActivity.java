package app.recaps;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.media.AudioManager;
import android.os.Bundle;
import androidx.core.app.NotificationChannelCompat;
import androidx.core.app.NotificationManagerCompat;
import androidx.core.content.ContextCompat;
import com.getcapacitor.BridgeActivity;
import com.getcapacitor.PluginHandle;
import ee.forgr.capacitor.social.login.GoogleProvider;
import ee.forgr.capacitor.social.login.SocialLoginPlugin;

public class MainActivity extends BridgeActivity {

    /** A headset was unplugged or disconnected: playback must not continue on the loudspeaker. Android's web view ignores this. */
    private final BroadcastReceiver soundGoesAloud = new BroadcastReceiver() {
        @Override
        public void onReceive(Context context, Intent intent) {
            // The page listens in apps/web/src/device/phone/media-session.ts.
            if (bridge != null) bridge.triggerWindowJSEvent("audioBecomingNoisy");
        }
    };

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Recreated after the system closed the app, or opened from recent apps: the original launch intent was already handled.
        boolean isBack = savedInstanceState != null || (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (isBack) setIntent(new Intent(Intent.ACTION_MAIN));
        dropFiles(getIntent());
        super.onCreate(savedInstanceState);
        NotificationManagerCompat.from(this).createNotificationChannel(newsChannel());
        ContextCompat.registerReceiver(
            this,
            soundGoesAloud,
            new IntentFilter(AudioManager.ACTION_AUDIO_BECOMING_NOISY),
            ContextCompat.RECEIVER_NOT_EXPORTED
        );
    }

    @Override
    protected void onNewIntent(Intent intent) {
        dropFiles(intent);
        super.onNewIntent(intent);
    }

    /** Result of Google's consent screen, sometimes shown after the sign-in. The plugin waits for it and gets it only here. */
    @Override
    protected void onActivityResult(int requestCode, int resultCode, Intent data) {
        super.onActivityResult(requestCode, resultCode, data);
        boolean isOfGoogle =
            requestCode >= GoogleProvider.REQUEST_AUTHORIZE_GOOGLE_MIN && requestCode < GoogleProvider.REQUEST_AUTHORIZE_GOOGLE_MAX;
        if (bridge == null || !isOfGoogle) return;
        PluginHandle signIn = bridge.getPlugin("SocialLogin");
        if (signIn != null && signIn.getInstance() instanceof SocialLoginPlugin) {
            ((SocialLoginPlugin) signIn.getInstance()).handleGoogleLoginIntent(requestCode, data);
        }
    }

    /**
     * Only links and texts can be shared with this app, not files: the share plugin would copy a file under the name given by the
     * other app, and that name could point outside the target folder.
     */
    private static void dropFiles(Intent intent) {
        if (intent != null) intent.removeExtra(Intent.EXTRA_STREAM);
    }

    @Override
    public void onDestroy() {
        unregisterReceiver(soundGoesAloud);
        super.onDestroy();
    }

    /** The channel for push notifications. The manifest names it for Firebase, which does not create it. */
    private NotificationChannelCompat newsChannel() {
        return new NotificationChannelCompat.Builder(
            getString(R.string.news_channel_id),
            NotificationManagerCompat.IMPORTANCE_DEFAULT
        )
            .setName(getString(R.string.news_channel_name))
            .setDescription(getString(R.string.news_channel_description))
            .build();
    }
}
