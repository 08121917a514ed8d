#!/bin/sh
# run.sh COMMAND…: runs a command as the service does, with its settings, account and data. As root, for example:
# sh /opt/despensa/deploy/systemd/run.sh npm run -s backup
set -eu
exec systemd-run --quiet --pipe --wait --collect --uid=despensa --working-directory=/opt/despensa \
  --property=EnvironmentFile=/etc/despensa/settings.env --setenv=DATA_DIR=/var/lib/despensa \
  --property=StateDirectory=despensa --property=StateDirectoryMode=0711 --property=UMask=0077 "$@"
