#!/bin/sh
# Installs what npm run test:failover needs on Debian 12, without starting any of it. Run as root.
set -eu
export DEBIAN_FRONTEND=noninteractive
# Refuses to start services while packages are installed.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get update
apt-get install -y --no-install-recommends postgresql-15 patroni etcd-server etcd-client haproxy pgbouncer pgbackrest iproute2 openssl
