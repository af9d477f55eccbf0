package app.recaps;

import android.content.Context;
import android.content.Intent;
import androidx.media.session.MediaButtonReceiver;
import com.capgo.mediasession.MediaSessionService;

/**
 * Buttons of headsets and of the player's notification. They reach the service only while it is there: started by a button
 * alone it has nothing to show, and Android ends an app for that.
 */
public class PlaybackButtonReceiver extends MediaButtonReceiver {

    @Override
    public void onReceive(Context context, Intent intent) {
        if (peekService(context, new Intent(context, MediaSessionService.class)) != null) {
            super.onReceive(context, intent);
        }
    }
}
