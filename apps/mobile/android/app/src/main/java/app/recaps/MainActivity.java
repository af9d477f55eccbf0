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

    /** A headset was pulled out, or went away: what plays is not to come out of the phone. Android's web view does not heed it. */
    private final BroadcastReceiver soundGoesAloud = new BroadcastReceiver() {
        @Override
        public void onReceive(Context context, Intent intent) {
            // The page listens in apps/web/src/device/phone/media-session.ts.
            if (bridge != null) bridge.triggerWindowJSEvent("audioBecomingNoisy");
        }
    };

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Made anew after the system had ended it, or taken up from the list of recent apps: what once started it has been opened.
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

    /** What somebody has answered Google, which asks now and then after the sign-in itself: the plug-in waits for it, and hears of it nowhere else. */
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
     * Other apps share links and texts with this one, never files. The share plug-in would copy one under the name that the
     * other app gives it, and such a name may lead out of the folder it is meant for.
     */
    private static void dropFiles(Intent intent) {
        if (intent != null) intent.removeExtra(Intent.EXTRA_STREAM);
    }

    @Override
    public void onDestroy() {
        unregisterReceiver(soundGoesAloud);
        super.onDestroy();
    }

    /** Where push messages are shown: the manifest names it to Firebase, which makes none by itself. */
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
