#!/bin/sh
# fill-in.sh NUMBER FOLDER: writes the files of machine 1, 2 or 3 under FOLDER, with the values of cluster.env. Files that are completed by
# hand afterwards are written only once.
set -eu
number=$1
folder=$2
here=$(dirname "$0")
. "${CLUSTER_ENV:-$here/cluster.env}"
eval "address=\$ADDRESS_$number"

put() {
  mkdir -p "$(dirname "$folder$2")"
  sed -e "s|@NUMBER@|$number|g" -e "s|@ADDRESS@|$address|g" -e "s|@ADDRESS_1@|$ADDRESS_1|g" -e "s|@ADDRESS_2@|$ADDRESS_2|g" \
    -e "s|@ADDRESS_3@|$ADDRESS_3|g" -e "s|@NETWORK@|$NETWORK|g" -e "s|@SUPERUSER_PASSWORD@|$SUPERUSER_PASSWORD|g" \
    -e "s|@REPLICATION_PASSWORD@|$REPLICATION_PASSWORD|g" -e "s|@REWIND_PASSWORD@|$REWIND_PASSWORD|g" \
    -e "s|@PATRONI_PASSWORD@|$PATRONI_PASSWORD|g" -e "s|@SHOP_PASSWORD@|$SHOP_PASSWORD|g" \
    -e "s|@BACKREST_PASSWORD@|$BACKREST_PASSWORD|g" "$here/$1" >"$folder$2"
  chmod "$3" "$folder$2"
}
# put_once FILE PLACE MODE PATTERN: keeps a file that has the pattern. Debian's pgbackrest.conf has not.
put_once() {
  if grep -qs "$4" "$folder$2"; then
    echo "Kept $2. To write it anew, remove it first."
  else
    put "$1" "$2" "$3"
  fi
}
put etcd.env /etc/default/etcd 644
put patroni.yml /etc/patroni/config.yml 640
put haproxy.cfg /etc/haproxy/haproxy.cfg 644
put pgbouncer.ini /etc/pgbouncer/pgbouncer.ini 640
put users.txt /etc/pgbouncer/users.txt 640
put_once pgbackrest.conf /etc/pgbackrest.conf 640 '^\[shop\]'
put create-shop.sql /etc/patroni/create-shop.sql 640
put_once settings.example /etc/despensa/settings.env 600 .
