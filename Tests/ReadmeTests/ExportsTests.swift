import ClientEngine
import Testing

/// Compiled with `MemberImportVisibility` and without an import except the library's.
@Suite("One import")
struct ExportsTests {
    @Test("whoever imports the engine can name values of JSON, and call their members")
    func json() async throws {
        let client = Client()
        let request = Request.get("http://pets.test/1").mocked(.json(["name": "Ada", "age": 3]))
        let pet: JSONValue = try await client.send(request).json()
        #expect(pet.object?["name"]?.string == "Ada")
        #expect(try JSONValue(parsing: "[1]") == [1])
    }
}
