import Foundation
import InspectorTestSupport
import Testing

/// WireMock's Python client, from the package that `scripts/servers` installs.
@Suite(
    "WireMock's Python client verifies requests", .ownThread, .enabled(if: RealServers.havePython),
    .timeLimit(.minutes(1)))
struct WireMockClientTests {
    private static let stubs = #"""
        {"name": "order", "request": {"method": "POST", "urlPath": "/orders"}, "response": {"status": 201},
         "metadata": {"team": "shop"}}
        """#
    private static let beginning = """
        import requests
        from wiremock.constants import Config
        from wiremock.client import *
        from wiremock.resources.near_misses import NearMissMatchPatternRequest, NearMissMatchRequest
        from wiremock.resources.near_misses.resource import NearMisses
        Config.base_url = url + '/__admin'
        session = requests.Session()
        session.trust_env = False

        """

    private func run(_ lines: String) throws {
        let server = try MockServerRun(Self.stubs, "--admin")
        let outcome = try server.python(Self.beginning + lines + "\nprint('done')")
        #expect(outcome.output == "done\n", "\(outcome.messages)")
    }

    @Test("It counts, finds and lists requests")
    func verification() throws {
        try run(
            """
            for page in ['1', '2']:
                session.post(url + '/orders?page=' + page, json={'id': int(page)}, headers={'X-A': 'a'})
            session.get(url + '/order')
            posts = NearMissMatchPatternRequest(url_path='/orders', method=HttpMethods.POST)
            assert Requests.get_matching_request_count(posts).count == 2
            second = NearMissMatchPatternRequest(
                url_path='/orders', method=HttpMethods.ANY, headers={'x-a': {WireMockMatchers.EQUAL_TO: 'a'}},
                query_parameters={'page': {WireMockMatchers.EQUAL_TO: '2'}},
                body_patterns=[{WireMockMatchers.MATCHES_JSON_PATH: '$[?(@.id == 2)]'}])
            assert Requests.get_matching_request_count(second).count == 1
            found = Requests.get_matching_requests(second).requests
            assert [request.url for request in found] == ['/orders?page=2'], found
            assert found[0].method == 'POST' and found[0].headers['X-A'] == 'a' and found[0].body == '{"id": 2}'
            everything = Requests.get_all_received_requests()
            assert everything.meta.total == 3 and len(everything.requests) == 3
            assert everything.requests[0].request.url == '/order'
            assert [request.url for request in Requests.get_unmatched_requests().requests] == ['/order']
            Requests.reset_request_journal()
            assert Requests.get_matching_request_count(posts).count == 0
            """)
    }

    @Test("It finds near misses of unmatched requests, of a request and of a pattern")
    func nearMisses() throws {
        try run(
            """
            session.post(url + '/order')
            misses = Requests.get_unmatched_requests_near_misses().near_misses
            assert misses[0].request.url == '/order', misses
            asked = NearMissMatchRequest(url='/order', absolute_url=url + '/order', method=HttpMethods.POST)
            misses = NearMisses.find_nearest_misses_by_request(asked).near_misses
            assert 0 < misses[0].match_result.distance < 0.1, misses
            pattern = NearMissMatchPatternRequest(url='/ordr', method=HttpMethods.POST)
            misses = NearMisses.find_nearest_misses_by_request_pattern(pattern).near_misses
            assert misses[0].request.url == '/order', misses
            """)
    }

    @Test("It makes, reads, changes and deletes mappings, also by their metadata")
    func mappings() throws {
        try run(
            """
            made = Mappings.create_mapping(Mapping(
                request=MappingRequest(method=HttpMethods.GET, url='/made'),
                response=MappingResponse(status=200, body='made'), metadata={'by': 'test'}))
            assert session.get(url + '/made').text == 'made'
            made.response.body = 'changed'
            Mappings.update_mapping(made)
            assert session.get(url + '/made').text == 'changed'
            assert Mappings.retrieve_mapping(made.id).request.url == '/made'
            assert Mappings.retrieve_all_mappings().meta.total == 2
            Mappings.delete_mapping_by_metadata({WireMockMatchers.MATCHES_JSON_PATH: '$.by'})
            assert session.get(url + '/made').status_code == 404
            Mappings.delete_all_mappings()
            assert session.post(url + '/orders').status_code == 404
            Mappings.reset_mappings()
            assert session.post(url + '/orders').status_code == 201
            Scenarios.reset_all_scenarios()
            """)
    }
}
