"""Opens each kind of document once and ends LibreOffice, so that no desktop pays for, or hangs on, a fresh profile."""

import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException

URL = "uno:pipe,name=warm;urp;StarOffice.ComponentContext"
DEADLINE_S = 90


def connect():
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + DEADLINE_S
    while True:
        try:
            remote = resolver.resolve(URL)
            return remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
        except NoConnectException:
            if time.monotonic() > deadline:
                sys.exit("LibreOffice did not answer while its profile was prepared")
            time.sleep(0.2)


# The first connection waits until the office is up, so that it cannot meet it half started.
time.sleep(4)
desktop = connect()
# Windows made from a UNO thread can wait for ever for the clipboard; on the main thread they do not.
on_main_thread = (PropertyValue(Name="OnMainThread", Value=True),)
for kind in ("scalc", "swriter", "simpress"):
    document = desktop.loadComponentFromURL(f"private:factory/{kind}", "_blank", 0, on_main_thread)
    time.sleep(2)
    document.close(True)
try:
    desktop.terminate()
except DisposedException:
    pass
