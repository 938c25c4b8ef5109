"""The benchmark runs: pgbench stores what the service stores, and both are timed."""

import re
import subprocess
import sys

import pytest


@pytest.mark.reliability
def test_a_quick_run_tells_rates_and_the_services_share_of_each_peers() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    for clients in (1, 8, 64):
        rows = re.findall(rf"│ +{clients} │ +(\d+) \(.*?│ +([\d.]*).*?│ (.*?) +│", ended.stdout)
        service, same, write_alone = [(int(rate), share, subject) for rate, share, subject in rows]
        assert service[2] == "service"
        for peer in (same, write_alone):
            assert peer[2].startswith("pgbench")
            # Both rates are rounded to whole attacks, the share to hundredths.
            assert abs(float(peer[1]) - service[0] / peer[0]) < 0.02
    assert re.search(r"half of the attacks are answered within \d+\.\d\d ms", ended.stdout)
