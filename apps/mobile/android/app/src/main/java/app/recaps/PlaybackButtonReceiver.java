package app.recaps;

import android.content.Context;
import android.content.Intent;
import androidx.media.session.MediaButtonReceiver;
import com.capgo.mediasession.MediaSessionService;

/**
 * Media buttons of headsets and of the player's notification. Forwarded only while the service is running: started by a button
 * it would have nothing to show, and Android kills an app for that.
 */
public class PlaybackButtonReceiver extends MediaButtonReceiver {

    @Override
    public void onReceive(Context context, Intent intent) {
        if (peekService(context, new Intent(context, MediaSessionService.class)) != null) {
            super.onReceive(context, intent);
        }
    }
}
