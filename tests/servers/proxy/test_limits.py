"""How many requests run at the same time."""

import asyncio

import pytest

from sphinx_sitejson.servers.proxy.limits import Limits, ProxyError, RequestLimiter, client_group


def test_a_client_that_has_its_share_does_not_keep_others_waiting():
    async def work():
        gate = RequestLimiter(Limits(running=3, running_per_client=1, waiting=5, queue_seconds=5))
        order = []
        done = asyncio.Event()

        async def request(client, name):
            async with gate.slot(client):
                order.append(name)
                await done.wait()

        tasks = [
            asyncio.create_task(request(client, name))
            for client, name in (("a", "a1"), ("a", "a2"), ("b", "b1"), ("c", "c1"), ("d", "d1"))
        ]
        # More turns than any of them takes to its first wait.
        for _ in range(20):
            await asyncio.sleep(0)
        assert order == ["a1", "b1", "c1"]
        done.set()
        await asyncio.gather(*tasks)
        assert sorted(order[3:]) == ["a2", "d1"]
        assert gate.running == 0

    asyncio.run(work())


@pytest.mark.parametrize(("client", "status"), [("a", 429), ("b", 503)])
def test_too_many(client, status):
    async def work():
        gate = RequestLimiter(
            Limits(running=1, running_per_client=1, waiting=1, queue_seconds=0.02)
        )
        async with gate.slot("a"):
            waiting = asyncio.create_task(hold(gate, client))
            await asyncio.sleep(0)
            # The line is full, so that the next one is refused at once.
            with pytest.raises(ProxyError) as refused:
                await hold(gate, client)
            assert refused.value.status == status
            # The other waits in vain.
            with pytest.raises(ProxyError) as refused:
                await waiting
            assert refused.value.status == status
            assert refused.value.retry_after
        assert gate.running == 0
        await hold(gate, "a")

    asyncio.run(work())


def test_who_gives_up_waiting_leaves_no_trace():
    async def work():
        gate = RequestLimiter(Limits(running=1, running_per_client=1))
        async with gate.slot("a"):
            tasks = [asyncio.create_task(hold(gate, "b")) for _ in range(3)]
            await asyncio.sleep(0)
            tasks[0].cancel()
        # The place went to the second in this moment, who gives up, too.
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert tasks[2].exception() is None
        assert gate.running == 0

    asyncio.run(work())


def test_clients_of_one_network_are_one():
    assert client_group("2001:db8::1") == client_group("2001:db8::ffff")
    assert client_group("2001:db8::1") != client_group("2001:db8:0:1::1")
    assert client_group("10.0.0.1") == "10.0.0.1"
    assert client_group("") == ""


async def hold(gate, client):
    async with gate.slot(client):
        await asyncio.sleep(0)
