// SHA-256, as 64 lower-case hexadecimal digits.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace papert {

class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);

  /// The digest of everything so far; more may follow.
  [[nodiscard]] std::string hex() const;

 private:
  struct Release {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Release> context_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace papert
