"""A camera that speaks RTSP, for tests: serves one H.264 recording (MP4) at rtsp://127.0.0.1:PORT/table, from its beginning to whoever asks.

    rtsp_server.py FILE PORT
"""
import sys

import gi
gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer

if len(sys.argv) != 3:
    sys.exit("usage: rtsp_server.py FILE PORT")
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(sys.argv[2])
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(f"( filesrc location={sys.argv[1]} ! qtdemux ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96 )")
server.get_mount_points().add_factory("/table", factory)
server.attach(None)
GLib.MainLoop().run()
